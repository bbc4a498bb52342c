import Care
import Wording

/// The boards that ship, by the names of their files: `family.yaml`, or `family.de.yaml` in German.
enum StarterBoard: String, CaseIterable {
    case home, family, feelings

    /// Whether scanning can begin with it. Others are opened by a card.
    var isFirst: Bool { self != .feelings }

    /// Whom it is for.
    var meaning: Text {
        switch self {
        case .home: Text("boards.for_care")
        case .family: Text("boards.for_family")
        case .feelings: Text("boards.for_feelings")
        }
    }

    /// `nil` for what people have made themselves, also as a copy: `home.backup.yaml`.
    init?(_ file: HomeFileSummary) {
        guard file.kind == .board else { return nil }
        let parts = file.name.split(separator: ".")
        let isNamed =
            switch parts.count {
            case 2: true
            case 3: file.language.map { Self.base($0) == Self.base(parts[1]) } ?? false
            default: false
            }
        guard isNamed, let name = parts.first.map(String.init) else { return nil }
        self.init(rawValue: name)
    }

    /// `de` for `de-AT`.
    private static func base(_ tag: some StringProtocol) -> String {
        String(tag.lowercased().prefix { $0 != "-" })
    }

    /// The files with which scanning can begin, in a home's language and without mistakes, one of each kind.
    ///
    /// - Parameter language: The home's, BCP 47; `nil` where nobody knows it: then those that are named after no language.
    static func first(among files: [HomeFileSummary], language: String?) -> [(Self, HomeFileSummary)] {
        allCases.filter(\.isFirst).compactMap { board in
            let fitting = files.filter { StarterBoard($0) == board && $0.errors == 0 }
            let own = fitting.filter { file in
                language.map { base($0) == base(file.language ?? "") }
                    ?? (file.name.split(separator: ".").count == 2)
            }
            return (own.first { $0.isStart } ?? own.first).map { (board, $0) }
        }
    }
}
