public import Care

/// One sentence of a phrase file: of `PhraseKey`, or what a station says of a kind of fault, which follows from `FaultKind`'s table.
public struct PhraseEntry: Sendable {
    /// As the file names it: `asked`, `fault_sound_lost_over`.
    public let name: String
    /// What it must hold, each at least once, and no others.
    public let placeholders: Set<Placeholder>

    public init(_ key: PhraseKey) {
        name = key.rawValue
        placeholders = key.placeholders
    }

    /// What a station says of a fault that begins, or is over.
    public init(_ kind: FaultKind, isOver: Bool) {
        name = "fault_\(kind.rawValue)\(isOver ? "_over" : "")"
        placeholders = Set((isOver ? kind.traits.over : kind.traits.begun).map(Placeholder.init))
    }

    /// What is counted in it: it may have a form for each of the language's categories of plural.
    public var counted: Placeholder? { [.count, .minutes].first(where: placeholders.contains) }

    /// The form of a sentence that a file of an earlier Beckon says of one thing alone; `nil` for any other name.
    static func withFormForOne(_ name: String) -> PhraseEntry? {
        PhraseKey.formsForOne[name].map { PhraseEntry($0) }
    }

    /// The name that this one's form for one thing has in files of an earlier Beckon.
    var nameForOne: String? { PhraseKey.formsForOne.first { $0.value.rawValue == name }?.key }

    /// Every sentence that a file holds.
    public static let all =
        PhraseKey.allCases.map { PhraseEntry($0) }
        + FaultKind.allCases.flatMap { [PhraseEntry($0, isOver: false), PhraseEntry($0, isOver: true)] }
}

extension Placeholder {
    fileprivate init(_ name: FaultTraits.Name) {
        switch name {
        case .client: self = .client
        case .detail: self = .detail
        }
    }
}
