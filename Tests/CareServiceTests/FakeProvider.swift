import Crypto
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import Synchronization
import Testing

/// A provider of OpenID Connect that does what its specifications ask of it: it gives tokens once, for the right code, the right proof and
/// the right secret, and signs them by a key of its own.
final class FakeProvider: Sendable {
    static let client = "beckon"
    /// Of its characters some have to be escaped.
    static let secret = "hush/+%:"

    /// Who logs in there.
    struct Somebody: Sendable {
        var subject = "248289761001"
        var name: String? = "Anna Smith"
        var picture: String?
        /// What only `userinfo` tells.
        var told = Told()
    }

    struct Told: Codable, Sendable {
        var sub: String?
        var name: String?
        var picture: String?
    }

    struct Claims: Encodable, Sendable {
        var iss: String
        var sub: String
        var aud: String
        var nonce: String
        var exp: Int
        var iat: Int
        var name: String?
        var picture: String?
    }

    struct Asked: Sendable {
        var path: String
        var authorization: String?
        var form: [String: String]
    }

    struct Reply: Sendable {
        var status = 200
        var type = "application/json"
        var headers: [(String, String)] = []
        var body = Data()

        static func json(_ text: String, status: Int = 200) -> Self {
            Self(status: status, body: Data(text.utf8))
        }
    }

    struct State: Sendable {
        /// As its keys are called, and those that it shows.
        var shown = ["first": P256.Signing.PrivateKey()]
        /// By which it signs, and as it calls that.
        var signs: (kid: String, key: P256.Signing.PrivateKey)
        /// The questions that it has not answered yet, by their codes.
        fileprivate var grants: [String: Grant] = [:]
        fileprivate var accessTokens: [String: Somebody] = [:]
        var asked: [Asked] = []
        /// Answered in place of what is usual there, by path.
        var replies: [String: Reply] = [:]
        /// Done to each token before it is signed.
        var change: (@Sendable (inout Claims) -> Void)?
        var now: @Sendable () -> Date = { noon }

        init() { signs = ("first", shown["first"] ?? P256.Signing.PrivateKey()) }

        /// It has another key from now on.
        mutating func rotate(to kid: String) {
            signs = (kid, P256.Signing.PrivateKey())
            shown = [kid: signs.key]
        }
    }

    fileprivate struct Grant: Sendable {
        var nonce: String
        var challenge: String
        var redirect: String
        var somebody: Somebody
    }

    let state = Mutex(State())
    let port: Int
    private let channel: any Channel

    var address: String { "http://127.0.0.1:\(port)" }

    /// How often it was asked for something.
    func asked(_ path: String) -> Int { state.withLock { $0.asked.count { $0.path == path } } }

    /// Somebody logs in and agrees.
    ///
    /// - Parameter question: The query with which their browser was sent here.
    /// - Returns: The code with which it is sent back.
    func agree(_ somebody: Somebody, _ question: [String: String]) throws -> String {
        #expect(question["response_type"] == "code" && question["client_id"] == Self.client)
        #expect(question["scope"] == "openid profile" && question["code_challenge_method"] == "S256")
        let grant = Grant(
            nonce: try #require(question["nonce"]), challenge: try #require(question["code_challenge"]),
            redirect: try #require(question["redirect_uri"]), somebody: somebody)
        let code = UUID().uuidString
        state.withLock { $0.grants[code] = grant }
        return code
    }

    // MARK: - What it answers

    private func reply(_ head: HTTPRequestHead, _ body: String) -> Reply {
        state.withLock { state in
            let path = String(head.uri.prefix { $0 != "?" })
            let authorization = head.headers.first(name: "Authorization")
            let form = Self.fields(body)
            state.asked.append(Asked(path: path, authorization: authorization, form: form))
            if let reply = state.replies[path] ?? state.replies["*"] { return reply }
            switch path {
            case "/.well-known/openid-configuration": return .json(discovery)
            case "/keys": return .json(Self.keys(state))
            case "/token": return token(authorization, form, &state)
            case "/userinfo":
                let somebody = authorization.flatMap {
                    state.accessTokens[String($0.dropFirst("Bearer ".count))]
                }
                guard let somebody else { return Reply(status: 401) }
                var told = somebody.told
                told.sub = told.sub ?? somebody.subject
                return Reply(body: (try? JSONEncoder().encode(told)) ?? Data())
            default: return Reply(status: 404)
            }
        }
    }

    private var discovery: String {
        """
        {"issuer": "\(address)", "authorization_endpoint": "\(address)/authorize",
        "token_endpoint": "\(address)/token", "jwks_uri": "\(address)/keys",
        "userinfo_endpoint": "\(address)/userinfo", "response_types_supported": ["code"],
        "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["ES256"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["client_secret_basic"],
        "authorization_response_iss_parameter_supported": true}
        """
    }

    private static func keys(_ state: State) -> String {
        let keys = state.shown.map { kid, key in
            let point = key.publicKey.rawRepresentation
            return """
                {"kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": "\(kid)",
                "x": "\(text(point.prefix(32)))", "y": "\(text(point.suffix(32)))"}
                """
        }
        return #"{"keys": [\#(keys.joined(separator: ","))]}"#
    }

    private func token(
        _ authorization: String?, _ form: [String: String], _ state: inout State
    ) -> Reply {
        // Both are escaped by themselves (RFC 6749, 2.3.1).
        let login = Data("\(Self.client):hush%2F%2B%25%3A".utf8).base64EncodedString()
        guard authorization == "Basic \(login)" else {
            return .json(#"{"error": "invalid_client"}"#, status: 401)
        }
        let verifier = Data((form["code_verifier"] ?? "").utf8)
        guard form["grant_type"] == "authorization_code",
            let grant = state.grants.removeValue(forKey: form["code"] ?? ""),
            grant.redirect == form["redirect_uri"],
            grant.challenge == Self.text(Data(SHA256.hash(data: verifier)))
        else { return .json(#"{"error": "invalid_grant"}"#, status: 400) }
        let now = Int(state.now().timeIntervalSince1970)
        var claims = Claims(
            iss: address, sub: grant.somebody.subject, aud: Self.client, nonce: grant.nonce, exp: now + 300,
            iat: now, name: grant.somebody.name, picture: grant.somebody.picture)
        state.change?(&claims)
        let access = UUID().uuidString
        state.accessTokens[access] = grant.somebody
        guard let payload = try? JSONEncoder().encode(claims) else { return Reply(status: 500) }
        let header = Data(#"{"alg": "ES256", "typ": "JWT", "kid": "\#(state.signs.kid)"}"#.utf8)
        let signed = Self.text(header) + "." + Self.text(payload)
        guard let signature = try? state.signs.key.signature(for: Data(signed.utf8)) else {
            return Reply(status: 500)
        }
        let token = signed + "." + Self.text(signature.rawRepresentation)
        return .json(
            """
            {"access_token": "\(access)", "token_type": "Bearer", "expires_in": 300, "id_token": "\(token)"}
            """)
    }

    /// Base64url, without padding.
    private static func text(_ bytes: some DataProtocol) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    /// Of a form, or of a query.
    static func fields(_ text: String) -> [String: String] {
        let items = URLComponents(string: "?" + text)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    // MARK: - The server

    static func with(_ body: (FakeProvider) async throws -> Void) async throws {
        let provider = try await FakeProvider()
        do { try await body(provider) } catch {
            try await provider.end()
            throw error
        }
        try await provider.end()
    }

    /// Nobody answers at its address any more.
    func end() async throws {
        if channel.isActive { try await channel.close() }
    }

    private init() async throws {
        let holder = Holder()
        channel = try await LocalServer.open { Handler(holder: holder) }
        port = channel.localAddress?.port ?? 0
        holder.provider.withLock { $0 = self }
    }

    private final class Holder: Sendable {
        let provider = Mutex<FakeProvider?>(nil)
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart
        private let holder: Holder
        private var head: HTTPRequestHead?
        private var body = ""

        init(holder: Holder) { self.holder = holder }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): (self.head, body) = (head, "")
            case .body(let part): body += String(buffer: part)
            case .end:
                guard let head, let provider = holder.provider.withLock({ $0 }) else { return }
                send(provider.reply(head, body), context)
            }
        }

        private func send(_ reply: Reply, _ context: ChannelHandlerContext) {
            var headers = HTTPHeaders([("Content-Type", reply.type)] + reply.headers)
            headers.replaceOrAdd(name: "Content-Length", value: "\(reply.body.count)")
            let head = HTTPResponseHead(
                version: .http1_1, status: .init(statusCode: reply.status), headers: headers)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(
                wrapOutboundOut(.body(.byteBuffer(ByteBuffer(data: reply.body)))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
