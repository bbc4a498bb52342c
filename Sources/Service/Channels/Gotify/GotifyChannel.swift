import Care
import Foundation

/// Messages to the Gotify app on Android phones, and to its page, through a Gotify server of the home's own.
///
/// By Gotify's API and its "Message Extras". `accepted` means that the server has it. Its notifications have no buttons, and later
/// messages replace none: whoever touches one comes to the page on which to answer.
public enum GotifyChannel {
    public static let name = "gotify"

    public static func channel(_ http: ChannelHTTP) -> Channel {
        Channel(
            name: name, settings: [ChannelField("server", .url, isRequired: true)],
            address: [ChannelField("token", isSecret: true, isRequired: true)],
            check: { (destination: Destination) throws(FieldProblem) in
                _ = try GotifyServer(destination)
                if !destination.isOnlySettings { _ = try GotifyServer.key(destination) }
            },
            send: { message, destination in await send(message, to: destination, over: http) },
            prove: { destination in await prove(destination, over: http) })
    }

    private static func send(
        _ message: ChannelMessage, to destination: Destination, over http: ChannelHTTP
    ) async -> ChannelOutcome {
        await ask(destination) {
            (server: GotifyServer, key: String) async throws(ChannelHTTP.Failure) -> ChannelOutcome in
            let answer = try await http.post(
                server.url("/message"), headers: server.headers(key),
                body: ChannelBody.json(GotifyMessage(message)))
            if let trouble = server.trouble(answer) { return trouble }
            return ChannelBody.read(Created.self, answer.body) == nil
                ? .failed("\(ChannelTrouble.notGotify(server.host))") : .accepted
        }
    }

    /// Without a sound: whether the server is well, and, with a message that has no text and so cannot be, whether the token is
    /// accepted: Gotify looks at the token first, and refuses the rest with status 400.
    private static func prove(_ destination: Destination, over http: ChannelHTTP) async -> ChannelOutcome {
        await ask(destination) {
            (server: GotifyServer, key: String) async throws(ChannelHTTP.Failure) -> ChannelOutcome in
            let health = try await http.get(server.url("/health"))
            if let trouble = server.trouble(health) { return trouble }
            guard let answered = ChannelBody.read(Health.self, health.body) else {
                return .failed("\(ChannelTrouble.notGotify(server.host))")
            }
            guard answered.health == "green", answered.database == "green" else {
                return .failed("\(ChannelTrouble.failing(server.host, status: health.status))")
            }
            let refused = try await http.post(
                server.url("/message"), headers: server.headers(key), body: Data("{}".utf8))
            guard refused.status == 400 else {
                return server.trouble(refused) ?? .failed("\(ChannelTrouble.notGotify(server.host))")
            }
            return .accepted
        }
    }

    private static func ask(
        _ destination: Destination,
        _ question: (GotifyServer, String) async throws(ChannelHTTP.Failure) -> ChannelOutcome
    ) async -> ChannelOutcome {
        await .of({ () throws(FieldProblem) in
            (try GotifyServer(destination), try GotifyServer.key(destination))
        }) {
            (asked: (GotifyServer, String)) async throws(ChannelHTTP.Failure) -> ChannelOutcome in
            try await question(asked.0, asked.1)
        }
    }

    private struct Health: Decodable {
        var health: String
        var database: String
    }

    private struct Created: Decodable { var id: Int }
}

/// The server that the home has set.
struct GotifyServer {
    /// What people are told of it.
    let host: String
    private let address: ChannelAddress

    init(_ destination: Destination) throws(FieldProblem) {
        guard let written = Destination.written("server", in: destination.settings) else {
            throw FieldProblem(
                "settings.server", "it is missing: write the address of the home’s Gotify server")
        }
        address = try ChannelChecks.server(written, "settings.server")
        host = address.authority
    }

    /// The token of the application under which this contact gets its messages.
    static func key(_ destination: Destination) throws(FieldProblem) -> String {
        guard let key = Destination.written("token", in: destination.secrets) else {
            throw FieldProblem("secret.token", "it is missing: write the token of the application in Gotify")
        }
        try ChannelChecks.token(key, "secret.token")
        return key
    }

    /// - Parameter path: Begins with `/`.
    func url(_ path: String) -> String { address.adding(path) }

    func headers(_ key: String) -> [(String, String)] {
        [("Content-Type", "application/json"), ("X-Gotify-Key", key)]
    }

    /// `nil` where it is none.
    func trouble(_ answer: ChannelHTTP.Answer) -> ChannelOutcome? {
        switch answer.status {
        case 401, 403: .failed("\(ChannelTrouble.tokenRefused(host))")
        case 404: .failed("\(ChannelTrouble.notGotify(host))")
        default: answer.trouble(at: host, now: Date())
        }
    }
}
