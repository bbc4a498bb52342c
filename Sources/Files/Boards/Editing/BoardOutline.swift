import StaffFiles

/// What a board's file says of the board itself, also where it has mistakes.
public struct BoardOutline: Hashable, Sendable {
    public var name: String?
    /// BCP 47, as written.
    public var language: String?
    public var columns: Int?
    public var items: [WrittenItem]

    /// Nothing at all.
    public init() { items = [] }
}

extension BoardEdit {
    /// A board as it is written.
    public static func outline(of bytes: [UInt8], file: String) throws(Problem) -> BoardOutline {
        let root = try BoardFile(bytes, name: file).root
        func text(_ field: BoardField) -> String? {
            guard case .mapping(let entries) = root.content,
                let entry = entries.first(where: { $0.key.value == field.rawValue }),
                case .scalar(let text, _) = entry.value.content
            else { return nil }
            return WrittenNames.oneLine(text)
        }
        var outline = BoardOutline()
        outline.name = text(.name)
        outline.language = text(.language)
        outline.columns = text(.columns).flatMap { Int($0) }
        outline.items = try items(in: bytes, file: file)
        return outline
    }

    /// The id that is made from a label or a name: `How I feel` is `how-i-feel`. Empty for what has no letters.
    public static func id(for label: String) -> String { FoldedText.id(label) }
}
