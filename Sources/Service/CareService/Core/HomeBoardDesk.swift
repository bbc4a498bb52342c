public import Care

/// Access of the service's API to boards that are changed card by card; part of `HomeFileDesk`, whose queue it uses.
public struct HomeBoardDesk: Sendable {
    /// Each may wait for the disk, and throws a problem in words for people.
    public var board: @Sendable (String) throws(CareProblem) -> HomeBoard
    /// The last argument is who does it, as the history of the board names them.
    public var change: @Sendable (String, BoardRevision, String?) throws(CareProblem) -> HomeBoard
    public var step: @Sendable (String, BoardStepping, String?) throws(CareProblem) -> HomeBoard
    public var make: @Sendable (NewBoard, String?) throws(CareProblem) -> HomeBoard
    /// Puts a picture beside the boards; its bytes, and what it shows.
    public var addPicture: @Sendable ([UInt8], PictureKind, String) throws(CareProblem) -> BoardPicture
    /// Notes what a file is, before (without an author) and after somebody has written it as a text.
    public var note: @Sendable (String, String?) -> Void
    /// Emoji by their names, in a language.
    public var symbols: @Sendable (String, String) -> SymbolPage

    public init(
        board: @escaping @Sendable (String) throws(CareProblem) -> HomeBoard,
        change: @escaping @Sendable (String, BoardRevision, String?) throws(CareProblem) -> HomeBoard,
        step: @escaping @Sendable (String, BoardStepping, String?) throws(CareProblem) -> HomeBoard,
        make: @escaping @Sendable (NewBoard, String?) throws(CareProblem) -> HomeBoard,
        addPicture: @escaping @Sendable ([UInt8], PictureKind, String) throws(CareProblem) -> BoardPicture,
        note: @escaping @Sendable (String, String?) -> Void,
        symbols: @escaping @Sendable (String, String) -> SymbolPage
    ) {
        self.board = board
        self.change = change
        self.step = step
        self.make = make
        self.addPicture = addPicture
        self.note = note
        self.symbols = symbols
    }
}
