import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Pages
import StoreFiles

/// Serves pages to browsers: authenticates the reader, takes forms, and asks the API in the reader's name.
struct PageHost: Sendable {
    /// Longest form with files, in bytes: a card has a picture, which may be as a phone took it, and two recordings.
    private static func longestFileForm(_ files: PageRequest.Files) -> Int {
        let content =
            switch files {
            case .board: BoardPicture.mostBytes + 2 * BoardSound.mostBytes
            case .calendar: CalendarLink.longestText
            case .picture: PersonPicture.mostBytes
            }
        return MultipartForm.mostAround + content
    }
    /// How much more is read and discarded, so that the browser reads the error: it does not while it still
    /// sends. Phones' pictures have a few MB.
    private static let mostThrownAway = 16 << 20
    /// The same of somebody who registers.
    private static let mostThrownAwayOfStrangers = 4 << 20

    let core: ServiceCore
    let site: LazyPageSite
    let assets = CompressedAssets()
    let api: APIResponder
    let uploads = UploadBudget()

    func respond(to request: Hummingbird.Request, from source: CallSource) async -> Response {
        let path = (request.head.path ?? "/").prefix { $0 != "?" }
        let work = PageSite.work(of: request.method == .post ? .post : .get, String(path))
        return await core.work.run(on: work == .answer ? .call : .page) {
            await respond(to: request, from: source, work)
        }
    }

    /// - Parameter work: What the page is for.
    private func respond(
        to request: Hummingbird.Request, from source: CallSource, _ work: PageWork?
    ) async -> Response {
        guard case .success(let site) = site.result else {
            core.logger.error("the pages cannot be rendered", metadata: ["reason": "\(site.result)"])
            return Response(status: .internalServerError)
        }
        let parts = (request.head.path ?? "/").split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var page = PageRequest(
            method: request.method == .post ? .post : .get, path: String(parts.first ?? "/"),
            query: PageFields(encoded: parts.count > 1 ? parts[1] : ""), viewer: nil,
            now: core.clock.wall(), zone: core.home.rules, address: Self.address(of: request, source),
            home: core.homeName)
        page.shifts = core.shifts
        page.videoLink = core.videoLink
        page.homeLanguage = core.homeLanguage
        page.languages =
            AcceptedLanguages.tags(request.headers[.acceptLanguage])
            + [page.homeLanguage].compactMap(\.self)
        do {
            if let misnamed = source.misnamed {
                core.refuses(request.head.authority)
                throw misnamed
            }
            guard [.get, .head, .post].contains(request.method) else {
                throw CareProblem(.methodNotAllowed, "pages are read with GET, and forms are sent with POST")
            }
            let caller = try await caller(of: request, source)
            source.connection?.recognise(caller)
            page.viewer = caller.flatMap { caller in
                caller.person.map { Viewer(person: $0, csrfToken: caller.csrfToken ?? "") }
            }
            page.isOfEndedSession =
                caller == nil && SessionCookie.token(in: request.headers, isSecure: source.isSecure) != nil
            // Their own choice goes before what the browser says.
            if let own = page.viewer?.person.language { page.languages.insert(own, at: 0) }
            page.screenToken = caller.flatMap { $0.role == .display ? $0.csrfToken : nil }
            if request.method == .post {
                (page.form, page.files) = try await form(of: request, from: caller, source)
                // A form may take a minute to arrive: it is refused if its sender's rights have ended meanwhile.
                let sender = try await self.caller(of: request, source)
                guard sender?.owner == caller?.owner, sender?.role == caller?.role else {
                    throw CareProblem(.unauthorized, "you are no longer logged in: log in again")
                }
                guard sender?.sight == caller?.sight else {
                    throw CareProblem(
                        .forbidden, "whose plans you see was just changed: look again, and send it anew")
                }
                try check(page.form, caller, request)
            }
            let asking = InProcessAPI(
                api: api, caller: caller, source: source, browser: request.headers[.userAgent],
                loginCookie: SessionCookie.whole(.login, in: request.headers, isSecure: source.isSecure))
            let whole = page
            let answer = try await inTurn(work, caller, source) {
                await site.respond(whole, api: PageAPI { await asking.answer($0) })
            }
            let accepted = request.headers[.acceptEncoding]
            let packed = CompressedPages.compressed(
                assets.compressed(answer, at: request.head.path ?? "/", accepted: accepted),
                accepted: accepted, isSecure: source.isSecure, site: request.headers[.secFetchSite])
            var response = Self.response(packed, isHead: request.method == .head)
            SessionCookie.renew(
                for: caller, in: request.headers, isSecure: source.isSecure, on: &response)
            return response
        } catch {
            let failure =
                error as? APIFailure
                ?? APIFailure(error as? CareProblem ?? CareProblem(.storeFailed, "the page cannot be shown"))
            let problem = failure.problem
            var answer = Self.response(site.problem(problem, page), isHead: request.method == .head)
            answer.headers[.retryAfter] = failure.headers[.retryAfter]
            if [.tooLarge, .unauthorized].contains(problem.kind) { answer.headers[.connection] = "close" }
            if problem.kind == .methodNotAllowed { answer.headers[.allow] = "GET, POST" }
            return answer
        }
    }

    /// A page waits its turn if somebody reads many at once. Its form is complete by then, so that a slow one
    /// does not occupy a place.
    private func inTurn(
        _ work: PageWork?, _ caller: Caller?, _ source: CallSource,
        _ draw: () async throws -> PageResponse
    ) async throws -> PageResponse {
        switch work {
        case nil, .answer: try await draw()
        case .now, .page:
            try await core.work.pages.run(for: .init(caller, source), isFirst: work == .now, draw)
        case .outside: try await core.work.outside.run(for: .init(caller, source), draw)
        }
    }

    /// The origin under which the browser found this site, to show what to type on other machines:
    /// `http://10.0.0.5:4280`.
    private static func address(of request: Hummingbird.Request, _ source: CallSource) -> String? {
        guard let host = request.head.authority, (1...255).contains(host.utf8.count),
            host.utf8.allSatisfy({ byte in
                Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
                    || [UInt8](".-:[]".utf8).contains(byte)
            })
        else { return nil }
        return (source.isSecure ? "https://" : "http://") + host
    }

    /// The logged-in person; `nil` if the session has ended, and the page leads to the login.
    private func caller(
        of request: Hummingbird.Request, _ source: CallSource
    ) async throws(CareProblem) -> Caller? {
        guard !(request.head.path ?? "").hasPrefix("/assets/"),
            request.headers[.cookie] != nil
        else { return nil }
        return try await core.caller(
            cookies: request.headers, isSecure: source.isSecure, for: request.head.path ?? "")
    }

    /// - Parameter caller: Whoever has logged in may send files, and large ones where they may change what those are for: before
    ///   anything of a form is kept.
    private func form(
        of request: Hummingbird.Request, from caller: Caller?, _ source: CallSource
    ) async throws(CareProblem) -> (PageFields, [PageFile]) {
        let path = request.head.path ?? ""
        let files = PageRequest.files(of: path)
        if let caller, let senders = files.senders,
            caller.person.map({ senders.contains($0.role) }) != true
        {
            throw CareProblem(.forbidden, "this page is not for you")
        }
        let contentType = request.headers[.contentType] ?? ""
        switch request.mediaType {
        case "application/x-www-form-urlencoded":
            let longest =
                files == .board && caller?.person != nil
                ? PageRequest.longestFileForm : PageRequest.longestForm
            let bytes = try await Self.bytes(
                of: request.body, upTo: longest, throwingAway: 0,
                else: CareProblem(
                    .tooLarge,
                    "this text is too long: at most \(longest / 1024) KiB can be sent at once, so write it in parts"
                ))
            return (PageFields(encoded: String(decoding: bytes, as: UTF8.self)), [])
        case MultipartForm.mediaType:
            let isStranger = try await caller?.person == nil ? mayRegister(request) : false
            guard let sender = caller?.person?.id ?? (isStranger ? source.address : nil) else {
                throw CareProblem(
                    .unauthorized, "you are no longer logged in: log in, and choose the picture once more")
            }
            let uploads = isStranger ? core.strangersUploads : uploads
            guard uploads.begin(sender) else {
                throw CareProblem(.tooMany, "too many files at once: try again in a few seconds")
            }
            defer { uploads.end(sender) }
            let bytes = try await Self.bytes(
                of: request.body, upTo: Self.longestFileForm(files),
                throwingAway: isStranger ? Self.mostThrownAwayOfStrangers : Self.mostThrownAway,
                else: Self.tooLarge(files, at: path))
            let form = try MultipartForm(bytes, contentType: contentType)
            return (form.fields, form.files)
        default: throw CareProblem(.wrongMediaType, "only forms of these pages can be sent here")
        }
    }

    /// Whether it is the form of somebody who registers, in a home that lets people do so.
    private func mayRegister(_ request: Hummingbird.Request) async throws(CareProblem) -> Bool {
        guard (request.head.path ?? "") == "/register" else { return false }
        return try await core.read { store throws(CareStoreError) in try await store.isRegistrationOpen() }
    }

    private static func tooLarge(_ files: PageRequest.Files, at path: String) -> CareProblem {
        switch files {
        case .board: path.hasSuffix("/media") ? largeMedium : largeCard
        case .calendar: largeCalendar
        case .picture: largePicture
        }
    }

    private static var largeCalendar: CareProblem {
        CareProblem(
            .tooLarge,
            "this file is too large: a calendar may have at most \(CalendarLink.longestText >> 20) MiB, so export less of it"
        )
    }

    /// Of a card, whose browser makes what is sent smaller where it can.
    private static var largeCard: CareProblem {
        CareProblem(
            .tooLarge,
            "this is too large: a picture may have at most \(BoardPicture.mostBytes >> 20) MiB, and a recording \(BoardSound.mostBytes >> 20) MiB, so choose a smaller picture or a shorter recording"
        )
    }

    /// Of what lies beside an exercise or a file of encouragement.
    private static var largeMedium: CareProblem {
        CareProblem(
            .tooLarge,
            "this is too large: a video may have at most \(AddedMedium.mostVideoBytes >> 20) MiB, a picture \(BoardPicture.mostBytes >> 20) MiB, and a recording \(BoardSound.mostBytes >> 20) MiB, so choose a smaller or a shorter one"
        )
    }

    /// Of a person, of a chore, or of a receipt.
    private static var largePicture: CareProblem {
        CareProblem(
            .tooLarge,
            "this picture is too large: it may have at most \(PersonPicture.mostBytes / 1024) KiB, so choose a smaller one, or take it with fewer pixels",
            field: "picture")
    }

    /// - Parameter throwingAway: How many more bytes are read and discarded before the error is sent.
    private static func bytes(
        of body: RequestBody, upTo limit: Int, throwingAway: Int, else tooMany: CareProblem
    ) async throws(CareProblem) -> [UInt8] {
        var bytes: [UInt8] = []
        var count = 0
        do {
            for try await part in body {
                count += part.readableBytes
                if count <= limit { bytes += part.readableBytesView } else { bytes = [] }
                if count > limit + throwingAway { break }
            }
        } catch { throw CareProblem(.badRequest, "the form did not arrive whole: send it again") }
        guard count <= limit else { throw tooMany }
        return bytes
    }

    /// A form must come from a page of this home: with a session, the page knows the session's token; without
    /// one, the browser names the page's origin.
    private func check(
        _ form: PageFields, _ caller: Caller?, _ request: Hummingbird.Request
    ) throws(CareProblem) {
        let isOwn = !request.head.isFromAnotherSite
        let isKnown =
            caller.map { caller in
                Secrets.matches((form.exactly(FormToken.name) ?? "").utf8, (caller.csrfToken ?? "").utf8)
            } ?? true
        guard isOwn, isKnown else {
            throw CareProblem(
                .forbidden,
                "you have logged in again since this page was opened, or it was not sent from a page of this home. "
                    + "Open the page again, and send it once more")
        }
    }

    private static func response(_ page: PageResponse, isHead: Bool) -> Response {
        var headers = HTTPFields()
        for header in page.headers {
            headers.append(HTTPField(name: .named(header.name), value: header.value))
        }
        if isHead { headers[.contentLength] = "\(page.body.count)" }
        return Response(
            status: .init(code: page.status), headers: headers,
            body: isHead ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: page.body)))
    }
}
