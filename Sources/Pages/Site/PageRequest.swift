public import Care
public import FoundationEssentials
public import Recurrence

/// What a browser has asked for.
public struct PageRequest: Sendable {
    public enum Method: String, Sendable { case get = "GET", post = "POST" }

    public var method: Method
    /// Undecoded, without the query, e.g. `/needs/tea`.
    public var path: String
    public var query: PageFields
    /// What a form has sent.
    public var form: PageFields
    /// What a form has brought besides.
    public var files: [PageFile] = []
    /// Who has logged in; `nil` for nobody.
    public var viewer: Viewer?
    /// Is in what a client's paired screen sends; nobody has logged in there.
    public var screenToken: String?
    public var now: Date
    /// The home's clocks: everything that people read is in its local time.
    public var zone: ZoneRules
    /// Where the browser has found this site, `http://192.168.1.20:4280`, for what is to be typed elsewhere; `nil` where it says
    /// nothing that can be one.
    public var address: String?
    /// What people call the home; `nil` where nobody has given it a name.
    public var home: String?
    /// When the home's shifts begin, in minutes since midnight, rising; not empty.
    public var shifts = ShiftTime.usualBegins
    /// Where an appointment takes place by video; `nil`: nowhere.
    public var videoLink: VideoLink?
    /// The browser has sent a session that has ended: nobody has logged out here.
    public var isOfEndedSession = false
    /// Languages that the reader understands, BCP 47, the preferred one first.
    public var languages: [String] = []
    /// The home's own language, BCP 47, in which its boards are; `nil` where nobody knows it.
    public var homeLanguage: String?
    /// The calls that nobody has answered, as far as every page names them; `nil` where they are not the reader's or cannot be read.
    var waiting: RequestPage?
    /// The sessions in which clients wait for the reader, as each page of a provider names them; `nil` for others, and where they cannot be read.
    var waitingClients: [Appointment]?
    /// The sessions in which providers are in before the reader, as each page of a client names them; `nil` for others, and where they cannot be read.
    var arrived: [Appointment]?
    /// The reader's chores of which somebody has had them reminded, and the amounts of which they were, as every page names them.
    var reminded: ChoreFeed?
    /// Which ways a client has who does chores and has no kiosk; `nil` for the usual ones.
    var ways: ClientWays?

    public init(
        method: Method, path: String, query: PageFields = PageFields(), form: PageFields = PageFields(),
        viewer: Viewer?, now: Date, zone: ZoneRules, address: String? = nil, home: String? = nil
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.form = form
        self.viewer = viewer
        self.now = now
        self.zone = zone
        self.address = address
        self.home = home
    }
}

extension PageRequest {
    /// The file of a form's field; `nil` where none was chosen.
    func file(_ field: String) -> PageFile? { files.first { $0.field == field } }

    /// Longest form, in bytes.
    public static let longestForm = 64 * 1024
    /// Longest form with a file that staff write, in bytes: every letter of it that is no plain one takes three or more.
    public static let longestFileForm = 1 << 20

    /// What a form may bring besides what is typed.
    public enum Files: Sendable {
        /// A card with its picture and recordings, or a whole file that staff write.
        case board
        /// A calendar.
        case calendar
        /// A picture: of a person, of a chore, or of a receipt.
        case picture

        /// Who may send them; `nil` where each page says so itself.
        public var senders: Set<Person.Role>? {
            switch self {
            case .board: [.coordinator]
            case .calendar: .staff
            case .picture: nil
            }
        }
    }

    /// What a form that is sent to a path may bring.
    public static func files(of path: String) -> Files {
        if path.hasPrefix("/boards/") { return .board }
        return path.hasPrefix(CalendarPages.base + "/") ? .calendar : .picture
    }
}

/// Who reads a page.
public struct Viewer: Sendable {
    public var person: Person
    /// Stands in every form of this session, so that no other site can send one.
    public var csrfToken: String

    public init(person: Person, csrfToken: String) {
        self.person = person
        self.csrfToken = csrfToken
    }
}

/// The fields of a query or a form, in their order; a name may occur several times.
public struct PageFields: Sendable, Equatable {
    public var pairs: [(name: String, value: String)]

    public init(_ pairs: [(name: String, value: String)] = []) { self.pairs = pairs }

    /// Reads `application/x-www-form-urlencoded`. Bytes that are not UTF-8 become U+FFFD.
    public init(encoded text: some StringProtocol) {
        pairs = text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : "")
        }
    }

    /// The first of that name, without white space around it; `nil` where it is missing or empty.
    public subscript(name: String) -> String? {
        guard let value = pairs.first(where: { $0.name == name })?.value else { return nil }
        let trimmed = value.trimmed()
        return trimmed.isEmpty ? nil : trimmed
    }

    /// The first of that name just as it came: a password may begin with a space.
    public func exactly(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// All of that name, e.g. the boxes that were ticked.
    public func all(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

    public static func == (one: PageFields, other: PageFields) -> Bool {
        one.pairs.elementsEqual(other.pairs) { $0 == $1 }
    }

    /// `?a=b&c=d`; nothing where there are none.
    var encoded: String {
        pairs.isEmpty
            ? ""
            : "?"
                + pairs.map { PageText.escaped($0.name) + "=" + PageText.escaped($0.value) }.joined(
                    separator: "&")
    }

    private static func decoded(_ text: some StringProtocol) -> String {
        PageText.unescaped(text.map { $0 == "+" ? " " : String($0) }.joined())
    }
}

extension String {
    func trimmed() -> String {
        let isSpace: (Character) -> Bool = { $0.isWhitespace }
        guard let last = lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(self[...last].drop(while: isSpace))
    }
}
