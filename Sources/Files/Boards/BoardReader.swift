public import Scanning
public import StaffFiles

/// Reads a board and all boards that it opens, and checks for what would trouble a person.
public struct BoardReader {
    /// More boards than this are a mistake or an attack.
    static let maximumBoards = 100

    private let loader: StaffFileLoader
    private let parameters: ScanParameters
    private let voices: BoardVoices
    private let languages: LanguageCheck
    private let marks: DirectionMarkReading

    /// - Parameters:
    ///   - parameters: How the boards will be scanned: some boards are good for one way and not for another.
    ///   - voices: How they will sound.
    ///   - languages: Which languages the voices speak.
    ///   - marks: What becomes of marks of direction.
    public init(
        loader: StaffFileLoader, parameters: ScanParameters = ScanParameters(),
        voices: BoardVoices = BoardVoices(), languages: LanguageCheck = .form,
        marks: DirectionMarkReading = .refused
    ) {
        self.loader = loader
        self.parameters = parameters
        self.voices = voices
        self.languages = languages
        self.marks = marks
    }

    /// Reads from a first board on.
    ///
    /// - Parameters:
    ///   - path: The first board's file, as the loader knows it and as findings shall name it.
    ///   - root: The folder that no board may name a file outside of; the first board's folder if `nil`.
    /// - Returns: All boards, or `nil` if there is any error; and the findings of all files, by place.
    public func read(_ path: String, root: String? = nil) -> (boards: BoardSet?, findings: [Finding]) {
        let (boards, _, findings) = readWithPlaces(path, root: root)
        return (boards, findings)
    }

    /// The same, with the places of the first board's items in its file.
    public func readWithPlaces(
        _ path: String, root: String? = nil
    ) -> (boards: BoardSet?, places: ItemPlaces, findings: [Finding]) {
        let start = StaffFilePath.normalized(path)
        let (boards, findings) = readAll(path, root: root)
        let places = ItemPlaces(boards.first { $0.path == start }?.items ?? [])
        guard !findings.hasErrors else { return (nil, places, findings) }
        let read = Dictionary(boards.map { ($0.path, $0.board) }) { first, _ in first }
        return (BoardSet(start: start, boards: read), places, findings)
    }

    /// All boards as far as they can be read, with errors too, and the findings of all files, by place.
    func readAll(_ path: String, root: String?) -> (boards: [ReadBoard], findings: [Finding]) {
        let start = StaffFilePath.normalized(path)
        let paths = StaffFilePath(start: start, root: root.map(StaffFilePath.normalized))
        var boards: [ReadBoard] = []
        var logs: [FindingLog] = []
        var waiting: [(path: String, from: (log: FindingLog, range: SourceRange)?)] = [(start, nil)]
        var seen: Set<String> = [start]
        while !waiting.isEmpty {
            let next = waiting.removeFirst()
            let bytes: [UInt8]
            switch loader.load(next.path, StaffFileLimits.bytes + 1) {
            case .success(let loaded): bytes = loaded
            case .failure(let failure):
                if let from = next.from {
                    from.log.error("the board `\(next.path)` \(failure)", at: from.range, cause: next.path)
                } else {
                    let log = FindingLog(file: path)
                    log.error("this board \(failure)", at: .start)
                    logs.append(log)
                }
                continue
            }
            let (root, log) = StaffFile.read(
                bytes, file: next.path == start ? path : next.path, marks: marks)
            logs.append(log)
            guard let board = board(root, path: next.path, paths: paths, log: log) else { continue }
            boards.append(board)
            for (target, range) in Self.opened(board.items) where seen.insert(target).inserted {
                guard seen.count <= Self.maximumBoards else {
                    log.error("more than \(Self.maximumBoards) boards open each other: open fewer", at: range)
                    break
                }
                waiting.append((target, (log, range)))
            }
        }
        BoardChecks(boards: boards, parameters: parameters, voices: voices).run()
        return (boards, logs.flatMap(\.findings).sorted)
    }

    private static func opened(_ items: [ReadItem]) -> [(String, SourceRange)] {
        items.flatMap { item in
            if case .open(let path) = item.item.action {
                [(path, item.place(of: .open))]
            } else {
                opened(item.children)
            }
        }
    }

    private func board(_ root: StaffNode?, path: String, paths: StaffFilePath, log: FindingLog) -> ReadBoard?
    {
        guard
            let cursor = MappingCursor(
                file: root, what: "a board", keys: BoardKey.names,
                empty: "this file is empty: a board needs `board`, `name`, `language` and `items`", log: log)
        else { return nil }
        cursor.require(BoardKey.board.rawValue, because: "a short name for it, such as `home`")
        cursor.require(BoardKey.name.rawValue, because: "what it is called on the screen")
        cursor.require(
            BoardKey.language.rawValue, because: "such as `en-GB`, so that it is pronounced correctly")
        cursor.require(BoardKey.items.rawValue, because: "a list of what can be chosen")
        let id = cursor.string(BoardKey.board.rawValue)
        if let id, !id.value.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }) {
            log.error(
                "`board` is a short word of letters, digits and `-`: write `\(FoldedText.id(id.value))`",
                at: id.range)
        }
        let language = cursor.string(BoardKey.language.rawValue)
        if let language, !LanguageTag.isWellFormed(language.value) {
            log.error(
                "`\(language.value)` is not a language tag, such as `en-GB`\(LanguageTag.suggestion(for: language.value))",
                at: language.range)
        }
        let references = FileReferences(
            paths: paths, base: path, folder: "boards", loader: loader, log: log)
        let reader = ItemReader(path: path, language: language?.value ?? "en", files: references, log: log)
        let nodes = cursor.sequence(BoardKey.items.rawValue)
        if let nodes, nodes.value.isEmpty {
            log.error("this board has no items: give it some", at: cursor.place(of: BoardKey.items.rawValue))
        }
        let items = reader.items(nodes?.value ?? [], depth: 0)
        if let language, BoardChecks.flattened(items).contains(where: \.item.isReadAloud) {
            languages.warn(of: language, in: log)
        }
        return ReadBoard(
            path: path,
            board: Board(
                id: id?.value ?? "", name: cursor.string(BoardKey.name.rawValue)?.value ?? "",
                language: language?.value ?? "en",
                columns: cursor.int(BoardKey.columns.rawValue, in: 1...12)?.value,
                items: items.map(\.item)),
            items: items, log: log, namePlace: cursor.place(of: BoardKey.name.rawValue))
    }
}
