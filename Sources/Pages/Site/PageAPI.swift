import Care
public import FoundationEssentials
import Synchronization

/// The service's API, as it is for whoever reads a page: what they may not do there, no page can do for them.
public struct PageAPI: Sendable {
    public struct Message: Sendable {
        /// `GET`, `POST`, `PUT` or `DELETE`.
        public var method: String
        /// After `/api/v1/`, with the query, percent-encoded.
        public var path: String
        public var body: Data?
        /// What the body is.
        public var contentType = "application/json"
    }

    public struct Answer: Sendable {
        /// What it says.
        public enum Content: Sendable {
            case json(Data)
            /// What would be written as JSON: pages take it as it is where they read the same type.
            case value(any Encodable & Sendable)
        }

        public var status: Int
        public var content: Content
        /// Values of `Set-Cookie`: a session that has begun or ended. They go on to the browser.
        public var cookies: [String]

        public init(status: Int, _ content: Content, cookies: [String] = []) {
            self.status = status
            self.content = content
            self.cookies = cookies
        }

        /// Throws where it says something else.
        func read<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            let json: Data
            switch content {
            case .json(let data): json = data
            case .value(let value):
                if let same = value as? Value { return same }
                json = try CareJSON.encoder().encode(value)
            }
            return try CareJSON.decoder().decode(type, from: json)
        }
    }

    private let call: @Sendable (Message) async -> Answer
    private let cookies = CookieJar()

    /// - Parameter call: Asks the API in the name of the viewer.
    public init(_ call: @escaping @Sendable (Message) async -> Answer) { self.call = call }

    /// What the API has given to keep, for the answer to the browser.
    var newCookies: [String] { cookies.values.withLock { $0 } }

    func get<Value: Decodable>(
        _ path: String, _ query: [(String, String?)] = [], as type: Value.Type = Value.self
    ) async throws(CareProblem) -> Value {
        try await ask("GET", path + Self.text(query), nil)
    }

    /// Sends a body and gives the answer; `method` is `POST`, `PUT` or `DELETE`.
    func send<Value: Decodable>(
        _ method: String, _ path: String, _ body: some Encodable, as type: Value.Type = Value.self
    ) async throws(CareProblem) -> Value {
        try await ask(method, path, try Self.written(body))
    }

    private static func written(_ body: some Encodable) throws(CareProblem) -> Data {
        do { return try CareJSON.encoder().encode(body) } catch {
            throw CareProblem(.badRequest, "it cannot be written as JSON")
        }
    }

    /// Sends something whose answer does not matter here.
    func send(_ method: String, _ path: String, _ body: some Encodable) async throws(CareProblem) {
        let _: Ignored = try await send(method, path, body)
    }

    /// Sends something whose answer matters only where it has this status; `nil` for what else was done.
    func send<Value: Decodable>(
        _ method: String, _ path: String, _ body: some Encodable, ifAnswered status: Int,
        as type: Value.Type = Value.self
    ) async throws(CareProblem) -> Value? {
        let message = Message(method: method, path: path, body: try Self.written(body))
        let answer = try await done(message)
        guard answer.status == status else { return nil }
        let told: Value = try Self.read(answer, of: message)
        return told
    }

    /// Sends bytes that are no JSON, e.g. a picture.
    func put(_ path: String, _ bytes: [UInt8], as mediaType: String) async throws(CareProblem) {
        let _: Ignored = try await ask(
            Message(method: "PUT", path: path, body: Data(bytes), contentType: mediaType))
    }

    /// The same for what gets a name of its own.
    func post<Value: Decodable>(
        _ path: String, _ query: [(String, String?)], _ bytes: [UInt8], as mediaType: String
    ) async throws(CareProblem) -> Value {
        try await ask(
            Message(
                method: "POST", path: path + Self.text(query), body: Data(bytes), contentType: mediaType))
    }

    /// Asks whether something is there, whatever it is.
    func look(_ path: String) async throws(CareProblem) {
        let _: Ignored = try await get(path)
    }

    /// How the service is; it says so with a 503 too. `nil` if its answer cannot be read.
    func health() async -> ServiceHealth? {
        let answer = await call(Message(method: "GET", path: "health", body: nil))
        return try? answer.read(ServiceHealth.self)
    }

    private func ask<Value: Decodable>(
        _ method: String, _ path: String, _ body: Data?
    ) async throws(CareProblem) -> Value {
        try await ask(Message(method: method, path: path, body: body))
    }

    private func ask<Value: Decodable>(_ message: Message) async throws(CareProblem) -> Value {
        let answer = try await done(message)
        if let ignored = Ignored() as? Value { return ignored }
        return try Self.read(answer, of: message)
    }

    /// Throws what the service says where it has not done it.
    private func done(_ message: Message) async throws(CareProblem) -> Answer {
        let answer = await call(message)
        cookies.values.withLock { $0 += answer.cookies }
        guard (200..<300).contains(answer.status) else {
            let problem: CareProblem = try Self.read(answer, of: message)
            throw problem
        }
        return answer
    }

    private static func read<Value: Decodable>(
        _ answer: Answer, of message: Message
    ) throws(CareProblem) -> Value {
        do { return try answer.read() } catch {
            throw CareProblem(
                .badRequest, "the service's answer to \(message.method) \(message.path) cannot be read")
        }
    }

    private static func text(_ query: [(String, String?)]) -> String {
        let parts = query.compactMap { name, value in value.map { "\(name)=\(PageText.escaped($0))" } }
        return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
    }
}

/// An answer that is ignored.
struct Ignored: Codable {}

private final class CookieJar: Sendable {
    let values = Mutex<[String]>([])
}
