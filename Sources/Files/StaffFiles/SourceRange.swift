/// The place of something in a file: counted in characters as an editor shows them, from 1.
public struct SourceRange: Hashable, Sendable {
    /// From 1.
    public var line: Int
    /// From 1, in characters (an emoji of several code points is one).
    public var column: Int
    /// How many characters a mark below the line covers; at least 1.
    public var length: Int

    public init(line: Int, column: Int, length: Int = 1) {
        self.line = line
        self.column = column
        self.length = length
    }

    /// The file's first character: for findings about the whole file.
    public static let start = SourceRange(line: 1, column: 1)
}

/// A value with its place in the file.
public struct Located<Value> {
    public var value: Value
    public var range: SourceRange

    public init(_ value: Value, at range: SourceRange) {
        self.value = value
        self.range = range
    }
}

extension Located: Sendable where Value: Sendable {}
extension Located: Equatable where Value: Equatable {}
