import Care
import Foundation
import Recurrence
import Synchronization
import Testing

@testable import Pages

/// A service's API for the tests of pages: answers what it was told to, and keeps what was sent to it.
final class FakeAPI: Sendable {
    private struct State {
        var answers: [String: PageAPI.Answer] = [:]
        var sent: [PageAPI.Message] = []
    }

    private let state = Mutex(State())

    /// Answers this from now on; without a query in `path`, whatever the query is.
    func answer(_ method: String, _ path: String, _ value: some Encodable, status: Int = 200) throws {
        let answer = PageAPI.Answer(status: status, body: try CareJSON.encoder().encode(value))
        state.withLock { $0.answers["\(method) \(path)"] = answer }
    }

    /// The same for `GET`.
    func has(_ path: String, _ value: some Encodable) throws { try answer("GET", path, value) }

    func refuse(_ method: String, _ path: String, _ problem: CareProblem) throws {
        try answer(method, path, problem, status: problem.status)
    }

    /// What was asked other than to read, in its order.
    var sent: [PageAPI.Message] { state.withLock { $0.sent.filter { $0.method != "GET" } } }

    /// Everything that was asked, as `GET requests?state=open`.
    var asked: [String] { state.withLock { $0.sent.map { "\($0.method) \($0.path)" } } }

    /// The only thing that was sent, as what it is.
    func onlySent<Value: Decodable>(_ path: String, as type: Value.Type = Value.self) throws -> Value {
        let all = sent
        try #require(all.count == 1, "\(asked)")
        #expect(all[0].path == path)
        return try CareJSON.decoder().decode(Value.self, from: try #require(all[0].body))
    }

    /// What is not told otherwise is not there; what is sent is taken and given back.
    var api: PageAPI {
        PageAPI { message in
            let known = self.state.withLock { state in
                state.sent.append(message)
                let bare = message.path.prefix { $0 != "?" }
                return state.answers["\(message.method) \(message.path)"]
                    ?? state.answers["\(message.method) \(bare)"]
            }
            if let known { return known }
            if let body = message.body { return PageAPI.Answer(status: 201, body: body) }
            let problem = CareProblem(.notFound, "there is nothing at \(message.path)")
            return PageAPI.Answer(status: 404, body: (try? CareJSON.encoder().encode(problem)) ?? Data())
        }
    }
}

/// A browser in a test: asks for pages as somebody, at a time.
struct FakeBrowser {
    let service = FakeAPI()
    var viewer: Viewer? = .anna
    var now = Date(timeIntervalSince1970: 1_800_000_000)
    var zone = ZoneRules(id: "Europe/Berlin", fixedOffset: 3600)
    /// Those that its reader likes to read, in this order.
    var languages: [String] = []
    /// Where it has found the site.
    var address: String?
    /// Where the home meets by video.
    var videoLink: VideoLink?

    struct Answer {
        let status: Int
        let text: String
        let location: String?

        func has(_ words: String) -> Bool { text.contains(words) }
    }

    func get(_ path: String) async throws -> Answer { try await ask(.get, path, []) }

    func post(
        _ path: String, _ form: [(String, String)] = [], files: [PageFile] = []
    ) async throws -> Answer {
        try await ask(.post, path, form, files)
    }

    private func ask(
        _ method: PageRequest.Method, _ path: String, _ form: [(String, String)], _ files: [PageFile] = []
    ) async throws -> Answer {
        let parts = path.split(separator: "?", maxSplits: 1)
        var request = PageRequest(
            method: method, path: String(parts[0]),
            query: PageFields(encoded: parts.count > 1 ? parts[1].prefix { $0 != "#" } : ""),
            form: PageFields(form.map { (name: $0.0, value: $0.1) }), viewer: viewer, now: now, zone: zone)
        request.files = files
        request.languages = languages
        request.videoLink = videoLink
        request.address = address
        let response = await (try PageSite.shipped()).respond(request, api: service.api)
        return Answer(
            status: response.status, text: String(decoding: response.body, as: UTF8.self),
            location: response.headers.first { $0.name == "location" }?.value)
    }
}

extension Viewer {
    static let anna = Viewer(
        person: Person(id: "anna", name: "Anna", role: .caregiver), csrfToken: "token-of-anna")
    static let ben = Viewer(
        person: Person(id: "ben", name: "Ben", role: .coordinator), csrfToken: "token-of-ben")
    static let dora = Viewer(
        person: Person(id: "dora", name: "Dora", role: .provider), csrfToken: "token-of-dora")
}

extension PageAPI.Answer {
    init(status: Int, body: Data, cookies: [String] = []) {
        self.init(status: status, .json(body), cookies: cookies)
    }
}
