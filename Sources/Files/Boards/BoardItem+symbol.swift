import StaffFiles

extension BoardItem {
    /// Whether a symbol is the path of a picture, and no emoji.
    public static func isPicture(_ symbol: String) -> Bool { FileKind.isPicturePath(symbol) }

    /// How the names of pictures end, in lower case and without the dot.
    public static var pictureEndings: [String] { FileKind.pictureEndings }

    /// The symbols of all items inside these, by their ids.
    public static func symbols(of items: some Sequence<BoardItem>) -> [String: String] {
        var symbols: [String: String] = [:]
        for item in items {
            for one in flattened([item]) {
                if let symbol = one.symbol { symbols[one.id] = symbol }
            }
        }
        return symbols
    }
}
