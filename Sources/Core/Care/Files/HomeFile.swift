/// What a file that staff write is for.
public enum HomeFileKind: String, Codable, Sendable, CaseIterable {
    case board
    /// What Beckon says in one language.
    case phrases
    /// `beckon.yaml`, and the files of single clients and devices beside it.
    case settings
    /// What can be proposed, in one language.
    case suggestions
    /// The letters for spelling, in one language.
    case letters
    /// The words that are suggested while spelling, in one language.
    case words
    /// Something that a client does in guided steps, in one language: `exercises/calm.en.yaml`.
    case exercise
    /// Sentences or tips that encourage, in one language: `encouragement/quotes.en.yaml`.
    case encouragement

    /// The name of the home's own settings' file.
    public static let settingsName = "beckon.yaml"
    /// What stands before the name of an exercise.
    public static let exercisesFolder = "exercises/"

    /// What stands before the name of a store of encouragement.
    public static let encouragementFolder = "encouragement/"

    /// The folder in the home in which each of a kind is, with its `/`; `nil` for those beside the boards, and for settings.
    public var folder: String? {
        switch self {
        case .exercise: Self.exercisesFolder
        case .encouragement: Self.encouragementFolder
        case .board, .phrases, .settings, .suggestions, .letters, .words: nil
        }
    }

    /// What a file is, by its name: it decides, not the content, so that a file with a typing mistake in its first key keeps its kind.
    ///
    /// `nil` for what stands among the boards that ship and is read there alone: what pages and the screen say, and how plans are
    /// written. In a home it would be a copy that nobody reads.
    public init?(fileName name: String) {
        let parts = name.split(separator: ".")
        if SettingsScope(fileName: name) != nil {
            self = .settings
            return
        }
        if name.hasPrefix(Self.exercisesFolder) {
            self = .exercise
            return
        }
        if name.hasPrefix(Self.encouragementFolder) {
            self = .encouragement
            return
        }
        // `phrases.yaml` has no language, and may be a board that somebody calls so.
        switch parts.count > 2 ? parts.first : nil {
        case "phrases": self = .phrases
        case "suggestions": self = .suggestions
        case "spelling": self = .letters
        case "words": self = .words
        case "texts", "plan-words": return nil
        case .some, nil: self = .board
        }
    }
}

/// One thing that is wrong, or probably not meant, in a file.
public struct FileFinding: Codable, Sendable, Equatable {
    public enum Severity: String, Codable, Sendable, CaseIterable {
        /// The file is refused.
        case error
        /// It is taken, but somebody should look.
        case warning
    }

    /// The file's name: a board is checked with those that it opens.
    public var file: String
    /// From 1, like `column`, which counts characters.
    public var line: Int
    public var column: Int
    public var severity: Severity
    public var message: String
    /// The line that it is about; absent where there is none.
    public var excerpt: String?
    /// The card of the board that it is about, `2.0`; absent for another file, and for what is about none.
    public var card: String?
    /// The key of that card.
    public var key: String?

    public init(
        file: String, line: Int, column: Int, severity: Severity, message: String, excerpt: String? = nil,
        card: String? = nil, key: String? = nil
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.severity = severity
        self.message = message
        self.excerpt = excerpt
        self.card = card
        self.key = key
    }
}

/// The files that staff write, by name: the answer to `GET /files`.
public struct HomeFilePage: Codable, Sendable, Equatable {
    public var files: [HomeFileSummary]

    public init(files: [HomeFileSummary]) { self.files = files }
}

/// One file, and how it is.
public struct HomeFileSummary: Codable, Sendable, Equatable {
    /// `home.yaml`, or `beckon.yaml` for the settings.
    public var name: String
    public var kind: HomeFileKind
    /// The name of the board or exercise as it is shown; absent for other files, and where it cannot be read.
    public var title: String?
    /// The language of the board or exercise, BCP 47; absent for other files, and where it cannot be read.
    public var language: String?
    /// Changes with every byte of it.
    public var version: String
    public var errors: Int
    public var warnings: Int
    /// Whether scanning begins with this board.
    public var isStart: Bool
    /// Whether somebody's scanning begins with this board, or comes to it from there.
    @PresentIfTrue public var isInUse: Bool
    /// The lists that its cards open, such as `chores`, sorted; absent for other files, and where there are none.
    public var lists: [String]?
    /// Whether it has mistakes, so that the last good one is used instead.
    public var usesLastGood: Bool

    public init(
        name: String, kind: HomeFileKind, title: String? = nil, language: String? = nil, version: String,
        errors: Int, warnings: Int, isStart: Bool, isInUse: Bool = false, lists: [String]? = nil,
        usesLastGood: Bool
    ) {
        self.name = name
        self.kind = kind
        self.title = title
        self.language = language
        self.version = version
        self.errors = errors
        self.warnings = warnings
        self.isStart = isStart
        self.isInUse = isInUse
        self.lists = lists
        self.usesLastGood = usesLastGood
    }

    enum CodingKeys: String, CodingKey {
        case name, kind, title, language, version, errors, warnings, lists
        case isStart = "start"
        case isInUse = "in_use"
        case usesLastGood = "uses_last_good"
    }
}

/// One file with all that is known of it: the answer to `GET /files/{name}`.
public struct HomeFile: Codable, Sendable, Equatable {
    public var name: String
    public var kind: HomeFileKind
    public var text: String
    public var version: String
    public var findings: [FileFinding]
    /// The board as it is scanned; that of the last good file if this has mistakes. Absent for other files.
    public var drawing: BoardDrawing?
    public var usesLastGood: Bool
    /// The text that was good last, where it is another.
    public var lastGood: String?
    /// The text before the last change that was made through this API, where it is another.
    public var previous: String?

    public init(
        name: String, kind: HomeFileKind, text: String, version: String, findings: [FileFinding],
        drawing: BoardDrawing? = nil, usesLastGood: Bool = false, lastGood: String? = nil,
        previous: String? = nil
    ) {
        self.name = name
        self.kind = kind
        self.text = text
        self.version = version
        self.findings = findings
        self.drawing = drawing
        self.usesLastGood = usesLastGood
        self.lastGood = lastGood
        self.previous = previous
    }

    enum CodingKeys: String, CodingKey {
        case name, kind, text, version, findings, drawing, previous
        case usesLastGood = "uses_last_good"
        case lastGood = "last_good"
    }
}

/// A text that is only looked at: the body of `POST /files/{name}/checks`.
public struct FileDraft: Codable, Sendable, Equatable {
    public var text: String

    public init(text: String) { self.text = text }
}

/// What a text would be as that file: the answer to `POST /files/{name}/checks`.
public struct FileCheck: Codable, Sendable, Equatable {
    public var findings: [FileFinding]
    /// Whether it would be saved.
    public var isGood: Bool
    public var drawing: BoardDrawing?

    public init(findings: [FileFinding], isGood: Bool, drawing: BoardDrawing? = nil) {
        self.findings = findings
        self.isGood = isGood
        self.drawing = drawing
    }

    enum CodingKeys: String, CodingKey {
        case findings, drawing
        case isGood = "good"
    }
}

/// A file as it shall be: the body of `PUT /files/{name}`.
public struct FileChange: Codable, Sendable, Equatable {
    public var text: String
    /// The version that its writer had seen; absent for a new file.
    public var version: String?

    public init(text: String, version: String?) {
        self.text = text
        self.version = version
    }
}
