public import Care
import Mustache
public import PlanSentences
import Recurrence
public import Wording

/// All pages in all languages, and the frame around them.
public struct PageSite: Sendable {
    /// The pages in one language; of one that is not whole, only the client's screen.
    private struct Edition {
        let translation: Translation
        let library: PageLibrary
        let words: PageAssets.Words
    }

    /// For readers of whose languages there is none.
    private let standard: Edition
    private let editions: [String: Edition]
    /// The languages that there are, each with its own name for itself, in the order of their tags.
    let languages: [(tag: String, name: String)]
    /// What each language calls itself, by its tag in small letters: also those in which there is only the client's screen.
    private let languageNames: [String: String]
    private let screenWords: PageAssets.ScreenWords
    private let worker: AppWorker
    private let planReaders: PlanReaders

    /// - Parameter translations: One for each language; the first that is whole is for readers of whose languages there is none. In
    ///   those that are not whole there is only the client's screen.
    ///
    /// - Parameter grammars: In which plans are read from sentences, by their languages; asked for at the first sentence.
    ///
    /// Throws if a template cannot be read in the standard language or names a text that is not there, if two have one name, or without a
    /// translation. The other languages' templates are read when somebody reads that language, or by `readAll`.
    public init(
        _ translations: [Translation],
        grammars: @escaping @Sendable () throws -> [String: PlanGrammar] = { [:] }
    ) throws {
        planReaders = PlanReaders(grammars)
        let sources = try PageTopics.templates()
        func edition(_ translation: Translation) throws -> Edition {
            Edition(
                translation: translation,
                library: PageLibrary(
                    sources.filter { translation.isWhole || $0.key == DisplayPage.templateName },
                    in: translation),
                words: try PageAssets.Words(translation))
        }
        let all = try translations.map(edition)
        guard let first = all.first(where: \.translation.isWhole) else { throw NoTranslation() }
        try first.library.read()
        standard = first
        languages = all.map(\.translation).filter(\.isWhole).map {
            ($0.language, $0(Text("format.language")))
        }
        .sorted { $0.tag < $1.tag }
        languageNames = Dictionary(
            all.map(\.translation).map { ($0.language.lowercased(), $0(Text("format.language"))) },
            uniquingKeysWith: { first, _ in first })
        screenWords = try PageAssets.ScreenWords(translations)
        let whole = all.filter(\.translation.isWhole)
        worker = try AppWorker(
            keeping: try whole.map(Self.offline(in:)), saying: whole.map(\.translation))
        editions = Dictionary(
            all.map { ($0.translation.language.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    }

    private struct NoTranslation: Error {}

    /// Reads the templates in every language now. Throws if one cannot be read or names a text that is not there.
    func readAll() throws { for edition in editions.values { try edition.library.read() } }

    /// In the first of the reader's languages in which there are pages, or the client's screen: `de` for `de-AT`.
    private func edition(for request: PageRequest, ofScreen isOfScreen: Bool = false) -> Edition {
        for language in request.languages.map({ $0.lowercased() }) {
            for name in [language, String(language.prefix { $0 != "-" })] {
                if let edition = editions[name], edition.translation.isWhole || isOfScreen { return edition }
            }
        }
        return standard
    }

    /// What a language calls itself; `nil` where no texts are in it. A country's is its language's where there is no other.
    func languageName(_ tag: String) -> String? {
        let tag = tag.lowercased()
        return languageNames[tag] ?? languageNames[String(tag.prefix { $0 != "-" })]
    }

    /// For what is said in a home's own language; the standard one where there is none of it.
    func translation(of language: String?) -> Translation {
        (language.flatMap { editions[$0.lowercased()] }.flatMap { $0.translation.isWhole ? $0 : nil }
            ?? standard)
            .translation
    }

    /// In which language a reader gets pages.
    func translation(for request: PageRequest) -> Translation { edition(for: request).translation }

    /// On which day a reader's week begins.
    func firstWeekday(for request: PageRequest) -> Weekday {
        WeekStart.day(for: request.languages, in: translation(for: request))
    }

    /// Who reads sentences of a plan, in the order in which they are tried: the page's language, then the reader's others, of which the
    /// home's is the last.
    func planReaders(for request: PageRequest) throws -> [PlanSentenceReader] {
        try planReaders.readers(for: [translation(for: request).language] + request.languages)
    }

    /// What a page is for; `nil` for what is not a page, such as a style sheet or picture, which costs nothing.
    public static func work(of method: PageRequest.Method, _ path: String) -> PageWork? {
        guard !path.hasPrefix("/assets/") else { return nil }
        return PageTopics.routes.first { $0.method == method && $0.match(path) != nil }?.work ?? .page
    }

    /// Answers a browser. The host has checked the session and the token of a form.
    public func respond(_ request: PageRequest, api: PageAPI) async -> PageResponse {
        if let asset = PageAssets.response(request) { return asset }
        for edition in editions.values {
            if let words = edition.words.response(request) { return words }
        }
        if let words = screenWords.response(request) { return words }
        if let worker = worker.response(request) { return worker }
        var response = await answer(request, api)
        response.headers += api.newCookies.map { PageResponse.Header(name: "set-cookie", value: $0) }
        return response
    }

    private func answer(_ request: PageRequest, _ api: PageAPI) async -> PageResponse {
        var isOtherMethod = false
        for route in PageTopics.routes {
            guard let parts = route.match(request.path) else { continue }
            guard route.method == request.method else {
                isOtherMethod = true
                continue
            }
            var call = PageCall(request: request, api: api, parts: parts, site: self)
            do {
                switch route.answer {
                case .everybody(let answer): return try await answer(call)
                case .these(let roles, let answer):
                    guard let viewer = request.viewer else { return logIn(request) }
                    guard roles.contains(viewer.person.role) else {
                        return await problem(
                            CareProblem(.forbidden, "this page is not for you"), request, api)
                    }
                    if request.method == .post { try await ConfirmPage.confirm(call) }
                    // An answer waits for nothing; the page that it leads to says what is left.
                    if route.work != .answer {
                        call = await seeing(call)
                    }
                    return try await answer(call, viewer)
                }
            } catch let problem as CareProblem {
                if request.method == .post,
                    problem.asksForPassword || problem.kind == .tooMany && call.form[ConfirmPage.field] != nil
                {
                    call = await seeing(call)
                    return ConfirmPage.draw(call, problem)
                }
                if problem.kind == .unauthorized { return logIn(request) }
                return await self.problem(problem, call.request, api)
            } catch {
                return await problem(.unexpected, call.request, api)
            }
        }
        if isOtherMethod {
            // A GET of an address for forms, as by a live page after a refused form, is redirected to the page above it.
            if request.method == .get { return .seeOther(Self.parent(of: request.path)) }
            return await problem(CareProblem(.methodNotAllowed, "this page is read-only"), request, api)
        }
        return await problem(CareProblem(.notFound, "this page does not exist"), request, api)
    }

    private func problem(
        _ problem: CareProblem, _ request: PageRequest, _ api: PageAPI
    ) async -> PageResponse {
        let call = await seeing(PageCall(request: request, api: api, parts: [], site: self))
        return self.problem(problem, call.request)
    }

    /// The call with who waits, of what they were reminded, and which ways its reader has: pages that say what went wrong have that too.
    func seeing(_ call: PageCall) async -> PageCall {
        guard let viewer = call.request.viewer, call.request.waiting == nil, call.request.ways == nil,
            call.request.waitingClients == nil, call.request.arrived == nil
        else { return call }
        var call = call
        call.request.waiting = await WaitingCalls.read(call.api, for: viewer)
        call.request.waitingClients = await WaitingClients.read(call.api, for: viewer)
        call.request.ways = await ClientWays.read(call, viewer)
        if call.request.ways?.hasSessions != false {
            call.request.arrived = await ArrivedProviders.read(call, for: viewer)
        }
        call.request.reminded = await RemindedBar.read(call, for: viewer)
        return call
    }

    /// The page that has the form of this path, or the nearest one above it.
    static func page(of path: String) -> String { isPage(path[...]) ? path : parent(of: path) }

    /// The nearest page above a path.
    private static func parent(of path: String) -> String {
        var rest = path[...]
        while let end = rest.lastIndex(of: "/") {
            rest = rest[..<end]
            if isPage(rest) { return String(rest) }
        }
        return "/"
    }

    private static func isPage(_ path: Substring) -> Bool {
        PageTopics.routes.contains { $0.method == .get && $0.match(path) != nil }
    }

    /// Whoever has not logged in does so first, and comes back to where they wanted to go. What they were sending is shown, so
    /// that it is not lost: with the new session its form has another token.
    private func logIn(_ request: PageRequest) -> PageResponse {
        guard request.method == .get else {
            return draw(
                Page(
                    title: Text("frame.logged_out"), template: "logged-out",
                    content: LoggedOutPage(request)), for: request, viewer: nil, status: 401)
        }
        return .seeOther(
            "/login?next=" + PageText.escaped(request.path + request.query.encoded)
                + (request.isOfEndedSession ? "&did=ended" : ""))
    }

    /// Says what went wrong, and shows the ways on.
    public func problem(_ problem: CareProblem, _ request: PageRequest) -> PageResponse {
        draw(
            Page(
                title: Text(problem.kind == .notFound ? "frame.not_found" : "frame.did_not_work"),
                template: "problem",
                content: ProblemPage(problem, wasSending: request.method == .post)),
            for: request, viewer: request.viewer, status: problem.status)
    }

    /// Renders a page without a frame, and so without links to other pages.
    func whole(_ content: Any, template: String, for request: PageRequest) -> PageResponse {
        let edition = edition(for: request, ofScreen: true)
        let more = [
            FormToken.name: request.formToken, "language": edition.translation.language,
            "words": screenWords.path,
            "direction": Self.direction(edition.translation),
        ]
        let fields = TemplateFields.of(content, besides: more, in: edition.translation)
        return .html(
            Self.finished(edition.library.render(fields, withTemplate: template) ?? "", edition.translation))
    }

    /// The page that a browser keeps for times without a connection, in the language of whoever asks.
    func offline(for request: PageRequest) throws -> PageResponse {
        .html(try Self.offline(in: edition(for: request)))
    }

    /// With nothing in it of anybody.
    private static func offline(in edition: Edition) throws -> String {
        let translation = edition.translation
        let page = OfflinePage(
            language: translation.language, direction: direction(translation), words: edition.words.path)
        let html = try edition.library.alone(OfflinePage.templateName)?.render(
            TemplateFields.of(page, in: translation))
        return finished(html ?? "", translation)
    }

    /// - Parameter viewer: For whom the ways to other pages are; `nil` also where whoever asks is not logged in any more.
    func draw(_ page: Page, for request: PageRequest, viewer: Viewer?, status: Int) -> PageResponse {
        let body = fill(page.template, with: page.content, for: request) ?? ""
        let edition = edition(for: request)
        let frame = Frame(
            page, body: body, for: request, viewer: viewer, status: status, in: edition.translation,
            words: edition.words.path)
        return .html(
            Self.finished(fill("frame", with: frame, for: request) ?? body, edition.translation),
            status: status)
    }

    private static func direction(_ translation: Translation) -> String {
        translation.isRightToLeft ? "rtl" : "ltr"
    }

    /// With what can be said only of a whole page: where code stands, and where names run against its direction.
    private static func finished(_ html: String, _ translation: Translation) -> String {
        let html = UnnamedMarks.said(html, in: translation)
        return CodeMarks.drawn(translation.isRightToLeft ? html : Isolation.settled(html))
    }

    /// Every page has the token of its forms.
    private func fill(_ template: String, with content: Any, for request: PageRequest) -> String? {
        let edition = edition(for: request)
        return edition.library.render(
            TemplateFields.of(
                content, besides: [FormToken.name: request.formToken], in: edition.translation),
            withTemplate: template)
    }
}

extension CareProblem {
    /// What no page has words for: a fault in Beckon itself.
    static let unexpected = CareProblem(
        .badRequest, "this did not work: try it once more, and tell whoever looks after Beckon if it goes on")
}
