import Care
import FoundationEssentials
import Recurrence
import Wording

/// What a page is for, by which it waits for others or goes before them.
public enum PageWork: Sendable {
    /// Answers a call: waits for nobody.
    case answer
    /// Shows calls: goes before other pages.
    case now
    /// Asks somebody outside of the home, who may take long: no other page waits for it.
    case outside
    case page
}

/// A path, what is done there, and for whom it is shown. What somebody may do, the API decides.
struct PageRoute: Sendable {
    enum Answer: Sendable {
        /// Also whoever has not logged in.
        case everybody(@Sendable (PageCall) async throws -> PageResponse)
        case these(Set<Person.Role>, @Sendable (PageCall, Viewer) async throws -> PageResponse)
    }

    let method: PageRequest.Method
    let work: PageWork
    /// A `{}` matches one part of the path.
    let template: String
    let answer: Answer

    init(
        _ method: PageRequest.Method, _ template: String, for roles: Set<Person.Role>, work: PageWork = .page,
        _ answer: @escaping @Sendable (PageCall, Viewer) async throws -> PageResponse
    ) {
        self.method = method
        self.work = work
        self.template = template
        self.answer = .these(roles, answer)
    }

    init(
        open method: PageRequest.Method, _ template: String, work: PageWork = .page,
        _ answer: @escaping @Sendable (PageCall) async throws -> PageResponse
    ) {
        self.method = method
        self.work = work
        self.template = template
        self.answer = .everybody(answer)
    }

    /// The part that matches each `{}`, decoded; `nil` if the path does not match.
    func match(_ path: some StringProtocol) -> [String]? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let wanted = template.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == wanted.count else { return nil }
        var found: [String] = []
        for (part, want) in zip(parts, wanted) {
            if want == "{}", !part.isEmpty {
                found.append(PageText.unescaped(part))
            } else if part != want {
                return nil
            }
        }
        return found
    }
}

extension Set where Element == Person.Role {
    /// All caregivers.
    static var staff: Self { [.caregiver, .coordinator] }
    /// Whoever sees more than what is their own.
    static var all: Self { [.caregiver, .coordinator, .provider] }
    static var clients: Self { [.client] }
    /// Whoever can log in.
    static var everybody: Self { all.union(clients) }
}

/// One request of a browser, as its page sees it.
struct PageCall: Sendable {
    var request: PageRequest
    let api: PageAPI
    let parts: [String]
    let site: PageSite

    var form: PageFields { request.form }
    var query: PageFields { request.query }

    /// A text in the reader's language, for what is sent back or written into a file.
    func say(_ text: Text) -> String { site.translation(for: request)(text) }

    /// When something was or will be, as people say it now.
    func when(_ moment: Date) -> Text { TimeText.ago(moment, now: request.now, zone: request.zone) }

    /// The time of day of a moment, in the home.
    func time(of moment: Date) -> Text { TimeText.time(request.zone.local(of: moment)) }

    /// Until when something can be done: "18:05" of today, else "tomorrow 08:00".
    func until(_ moment: Date) -> Text {
        let zone = request.zone
        return zone.local(of: moment).day == zone.local(of: request.now).day
            ? time(of: moment) : TimeText.dayAndTime(moment, now: request.now, zone: zone)
    }

    /// Draws a page into the frame that all have.
    func page(_ page: Page, status: Int = 200) -> PageResponse {
        site.draw(page, for: request, viewer: request.viewer, status: status)
    }
}

/// The content of the frame.
struct Page {
    /// In the title of the window and the heading.
    var title: Text
    /// Its template's name in its `PageTopic`.
    var template: String
    /// What is filled into it.
    var content: Any
    /// Which events make it be read anew while it is open: kinds of the journal; empty for none.
    var live: [String] = []
    var notice: Notice?
    /// Where "Back" leads, where the navigation alone is not enough.
    var back: String?
    /// Scripts of this page alone, names in `PageAssets`.
    var scripts: [String] = []
    /// After how many seconds it is read anew without an event, for what no event tells; `nil` for the usual ones.
    var every: Int?
    /// The journal's last number when its content was read, from which it listens on; `nil` where every page's own is right.
    var after: Int64?
    /// Whether its template has the notice, because something goes before it.
    var placesNotice = false
    /// Where it goes on to by itself, at once; it leads there by a link, too.
    var onward: String?
}

/// What has just been done, or did not work; above a page.
struct Notice {
    var text: Text
    var isProblem = false
    /// Where a form with this page's token takes it back.
    var undo: String?
    /// What few need to read: folded.
    var more: Text?

    /// With the fields `notice`, `isProblem`, `undo` and `noticeMore`.
    static let template = """
        <div id="notices" role="status">
        {{#notice}}<div class="notice{{#isProblem}} problem{{/isProblem}}"><span>{{.}}</span>
        {{#undo}}\(Form.post("{{.}}"))
        <button>[[frame.undo]]</button></form>{{/undo}}
        {{#noticeMore}}<details data-key="notice-more"><summary>[[frame.notice_more]]</summary><p>{{.}}</p></details>{{/noticeMore}}</div>{{/notice}}
        </div>
        """
}
