public import Care

/// Access of the service's API to boards that are changed card by card; part of `HomeFileDesk`, whose queue it uses.
public struct HomeBoardDesk: Sendable {
    /// Each may wait for the disk, and throws a problem in words for people.
    public var board: @Sendable (String) throws(CareProblem) -> HomeBoard
    /// The last argument is who does it, as the history of the board names them.
    public var change: @Sendable (String, BoardRevision, String?) throws(CareProblem) -> WrittenBoard
    public var step: @Sendable (String, BoardStepping, String?) throws(CareProblem) -> WrittenBoard
    public var make: @Sendable (NewBoard, String?) throws(CareProblem) -> WrittenBoard
    /// Puts a picture beside a board, which must be there; its bytes, and what it shows.
    public var addPicture:
        @Sendable (String, [UInt8], PictureKind, String) throws(CareProblem) -> BoardPicture
    /// A recording as its sound alone, made ready to be played: takes processor time, and needs nothing of the home.
    public var tidySound: @Sendable ([UInt8]) throws(CareProblem) -> [UInt8]
    /// Puts such a recording beside a board, which must be there; its bytes, and what it says.
    public var addSound: @Sendable (String, [UInt8], String) throws(CareProblem) -> BoardSound
    /// Notes what a file is, before (without an author) and after somebody has written it as a text.
    public var note: @Sendable (String, String?) -> Void
    /// Emoji by their names, in a language, and pictures beside the boards.
    public var symbols: @Sendable (String, String) -> SymbolPage

    public init(
        board: @escaping @Sendable (String) throws(CareProblem) -> HomeBoard,
        change: @escaping @Sendable (String, BoardRevision, String?) throws(CareProblem) -> WrittenBoard,
        step: @escaping @Sendable (String, BoardStepping, String?) throws(CareProblem) -> WrittenBoard,
        make: @escaping @Sendable (NewBoard, String?) throws(CareProblem) -> WrittenBoard,
        addPicture:
            @escaping @Sendable (String, [UInt8], PictureKind, String) throws(CareProblem) -> BoardPicture,
        tidySound: @escaping @Sendable ([UInt8]) throws(CareProblem) -> [UInt8],
        addSound: @escaping @Sendable (String, [UInt8], String) throws(CareProblem) -> BoardSound,
        note: @escaping @Sendable (String, String?) -> Void,
        symbols: @escaping @Sendable (String, String) -> SymbolPage
    ) {
        self.board = board
        self.change = change
        self.step = step
        self.make = make
        self.addPicture = addPicture
        self.tidySound = tidySound
        self.addSound = addSound
        self.note = note
        self.symbols = symbols
    }
}
