import Care
import Foundation

/// Messages to the ntfy app on a phone or computer, through ntfy.sh or a server of the home's own.
///
/// By ntfy's documents: publishing as JSON, action buttons, priorities, limits, updating notifications. `accepted` means that the server
/// has it; whether a phone has shown it is not known there.
public enum NtfyChannel {
    public static let name = "ntfy"
    /// The server where the home names none.
    public static let publicServer = "https://ntfy.sh"

    public static func channel(_ http: ChannelHTTP) -> Channel {
        Channel(
            name: name, settings: [ChannelField("server", .url), ChannelField("token", isSecret: true)],
            address: [ChannelField("topic", isRequired: true)],
            check: { (destination: Destination) throws(FieldProblem) in
                _ = try NtfyServer(destination)
                if !destination.isOnlySettings { _ = try NtfyTopic(destination) }
            },
            send: { message, destination in await send(message, to: destination, over: http) },
            prove: { destination in await prove(destination, over: http) })
    }

    private static func send(
        _ message: ChannelMessage, to destination: Destination, over http: ChannelHTTP
    ) async -> ChannelOutcome {
        await ask(destination) {
            (server: NtfyServer, topic: NtfyTopic) async throws(ChannelHTTP.Failure) -> ChannelOutcome in
            let body = ChannelBody.json(NtfyMessage(message, topic: topic.name))
            let answer = try await server.post(body, over: http)
            if let trouble = server.trouble(answer) { return trouble }
            let published = ChannelBody.read(Published.self, answer.body)
            guard let published, !published.id.isEmpty, published.topic == topic.name else {
                return .failed("\(ChannelTrouble.notNtfy(server.host))")
            }
            return .accepted
        }
    }

    /// Without a sound: whether the server is well, and whether the topic may be read there. Who may only write is refused that; what
    /// they may is then found out with a message that every server refuses, once it has let them in.
    private static func prove(_ destination: Destination, over http: ChannelHTTP) async -> ChannelOutcome {
        await ask(destination) {
            (server: NtfyServer, topic: NtfyTopic) async throws(ChannelHTTP.Failure) -> ChannelOutcome in
            let health = try await http.get(server.url("/v1/health"))
            if let trouble = server.trouble(health) { return trouble }
            guard let answered = ChannelBody.read(Health.self, health.body) else {
                return .failed("\(ChannelTrouble.notNtfy(server.host))")
            }
            guard answered.healthy else {
                return .failed("\(ChannelTrouble.failing(server.host, status: health.status))")
            }
            let access = try await http.get(server.url("/\(topic.name)/auth"), headers: server.authorization)
            guard access.status == 403 else { return server.trouble(access) ?? .accepted }
            let body = ChannelBody.json(NtfyRefusedMessage(topic: topic.name))
            let refused = try await server.post(body, over: http)
            return refused.status == 400 ? .accepted : server.trouble(refused) ?? .accepted
        }
    }

    private static func ask(
        _ destination: Destination,
        _ question: (NtfyServer, NtfyTopic) async throws(ChannelHTTP.Failure) -> ChannelOutcome
    ) async -> ChannelOutcome {
        await .of({ () throws(FieldProblem) in (try NtfyServer(destination), try NtfyTopic(destination)) }) {
            (asked: (NtfyServer, NtfyTopic)) async throws(ChannelHTTP.Failure) -> ChannelOutcome in
            try await question(asked.0, asked.1)
        }
    }

    private struct Health: Decodable { var healthy: Bool }

    private struct Published: Decodable {
        var id: String
        var topic: String
    }
}

/// The server that the home has set, and what opens it.
struct NtfyServer {
    /// What people are told of it.
    let host: String
    private let address: ChannelAddress
    private let token: String?

    init(_ destination: Destination) throws(FieldProblem) {
        let written = Destination.written("server", in: destination.settings) ?? NtfyChannel.publicServer
        address = try ChannelChecks.server(written, "settings.server")
        host = address.authority
        token = Destination.written("token", in: destination.settingSecrets)
        if let token { try ChannelChecks.token(token, "secrets.token") }
    }

    /// - Parameter path: Begins with `/`.
    func url(_ path: String) -> String { address.adding(path) }

    /// What opens it; empty where the home has set nothing.
    var authorization: [(String, String)] { token.map { [("Authorization", "Bearer \($0)")] } ?? [] }

    func post(_ body: Data, over http: ChannelHTTP) async throws(ChannelHTTP.Failure) -> ChannelHTTP.Answer {
        let headers = [("Content-Type", "application/json")] + authorization
        return try await http.post(url("/"), headers: headers, body: body)
    }

    /// `nil` where it is none.
    func trouble(_ answer: ChannelHTTP.Answer) -> ChannelOutcome? {
        switch answer.status {
        case 401 where token == nil, 403 where token == nil: .failed("\(ChannelTrouble.tokenMissing(host))")
        case 401: .failed("\(ChannelTrouble.tokenRefused(host))")
        case 403: .failed("\(ChannelTrouble.topicClosed(host))")
        case 404: .failed("\(ChannelTrouble.notNtfy(host))")
        case 429 where ChannelBody.read(Refusal.self, answer.body)?.code == Refusal.dailyMessages:
            .later("\(ChannelTrouble.quota(host))", after: answer.retryAfter(Date()))
        default: answer.trouble(at: host, now: Date())
        }
    }

    private struct Refusal: Decodable {
        /// Of ntfy's own errors: the day's messages are used up.
        static let dailyMessages = 42908
        var code: Int
    }
}

/// To which a phone has subscribed: whoever knows its name can read it where the server asks for no token.
struct NtfyTopic {
    /// Shortest topic at the public server, in characters: nobody tries 36 signs to the power of 16.
    static let shortestInPublic = 16

    let name: String

    init(_ destination: Destination) throws(FieldProblem) {
        name = Destination.written("topic", in: destination.address) ?? ""
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isPlain, (1...64).contains(name.utf8.count) else {
            throw FieldProblem(
                "address.topic", "a topic is 1 to 64 of the letters a to z and A to Z, digits, `-` and `_`")
        }
        let server = try NtfyServer(destination)
        guard server.host != "ntfy.sh" || name.utf8.count >= Self.shortestInPublic else {
            throw FieldProblem(
                "address.topic",
                "at ntfy.sh whoever guesses a topic reads it: write \(Self.shortestInPublic) letters and digits or more that nobody guesses"
            )
        }
    }
}
