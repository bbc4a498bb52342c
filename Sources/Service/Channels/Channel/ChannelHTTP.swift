import AsyncHTTPClient
public import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOSSL
import Networking

/// How channels speak to others over HTTP: one question, one answer of limited length within limited time, no redirects, no cookies.
///
/// What is sent in the clear stays at home: `http://` is only asked on this machine and in the home's own network, at an address that was
/// looked at, whatever its name leads to a moment later. Whoever makes one ends it with `shutDown()`.
public struct ChannelHTTP: Sendable {
    /// What was answered, whatever its status.
    public struct Answer: Sendable {
        public var status: Int
        /// As they came, in their order.
        public var headers: [(String, String)]
        /// Empty where the status is none of 200 to 299 and the body could not be read.
        public var body: Data

        public init(status: Int, headers: [(String, String)] = [], body: Data = Data()) {
            self.status = status
            self.headers = headers
            self.body = body
        }

        /// The first header of this name, in whatever letters.
        public func header(_ name: String) -> String? {
            headers.first { $0.0.lowercased() == name.lowercased() }?.1
        }
    }

    /// The longest body that is read, in bytes.
    public static let longestAnswer = 65_536

    /// By which names of machines of the home are looked up.
    var resolve = HomeName.ofThisMachine
    private let client: HTTPClient
    private let patience: Duration

    /// - Parameters:
    ///   - roots: A PEM file of certificates that are trusted besides the machine's.
    ///   - patience: How long one question may take, from looking up the name to the answer's last byte.
    /// - Throws: `roots` where the file is none of certificates.
    public init(roots: String? = nil, patience: Duration = .seconds(10)) throws(Failure) {
        var trust = TLSConfiguration.makeClientConfiguration()
        trust.minimumTLSVersion = .tlsv12
        if let roots {
            let certificates: [NIOSSLCertificate]
            do { certificates = try NIOSSLCertificate.fromPEMFile(roots) } catch { throw .roots(roots) }
            guard !certificates.isEmpty else { throw .roots(roots) }
            trust.additionalTrustRoots = [.certificates(certificates)]
        }
        let limit = TimeAmount(patience)
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: trust, redirectConfiguration: .disallow,
            timeout: .init(connect: limit, read: limit))
        configuration.httpVersion = .http1Only
        // A connection that was kept may be dead when somebody calls hours later: each question makes its own.
        configuration.maximumUsesPerConnection = 1
        // Who refuses a connection would else be asked again until the patience is over; trying again is for the queue.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        self.patience = patience
    }

    /// Ends what is still asked. Nothing can be asked after it.
    public func shutDown() async {
        // A connection that cannot be closed in order is cut; nothing is left that could be lost.
        try? await client.shutdown()
    }

    /// - Parameter url: Never told to anybody but its host, not in a failure either.
    public func post(
        _ url: String, headers: [(String, String)], body: Data
    ) async throws(Failure) -> Answer {
        try await ask(.POST, url, headers, body)
    }

    /// - Parameter url: Never told to anybody but its host, not in a failure either.
    public func get(_ url: String, headers: [(String, String)] = []) async throws(Failure) -> Answer {
        try await ask(.GET, url, headers, nil)
    }

    private func ask(
        _ method: HTTPMethod, _ url: String, _ headers: [(String, String)], _ body: Data?
    ) async throws(Failure) -> Answer {
        let address = try ChannelAddress(url)
        // Whatever ends a line would begin another header.
        guard headers.allSatisfy({ $0.1.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f } }) else {
            throw .notSendable(address.authority)
        }
        var request = HTTPClientRequest(url: address.text)
        request.method = method
        request.headers.add(name: "Host", value: address.authority)
        request.headers.add(name: "User-Agent", value: "Beckon")
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(data: body)) }
        let question = request
        // The client's own deadline ends with the answer's head.
        let found: Result<Answer, Failure>? = await Patience.within(patience) {
            do throws(Failure) {
                var last = Failure.unknownName(address.authority)
                for url in try await urls(of: address) {
                    var asked = question
                    asked.url = url
                    switch await answer(to: asked, at: address.authority) {
                    case .failure(let failure) where failure.isBeforeItWasAsked: last = failure
                    case let done: return done
                    }
                }
                return .failure(last)
            } catch { return .failure(error) }
        }
        guard let found else {
            throw Task.isCancelled ? Failure.stopped : Failure.late(address.authority, after: patience)
        }
        return try found.get()
    }

    /// What is asked, the best first: for a name without encryption, the addresses to which it leads now.
    private func urls(of address: ChannelAddress) async throws(Failure) -> [String] {
        guard !address.isSecure, address.isNamed else { return [address.text] }
        guard let places = await HomeName.addresses(of: address.host, by: resolve) else {
            throw .unknownName(address.authority)
        }
        guard !places.isEmpty else { throw .readable(address.authority) }
        return places.map(address.text(at:))
    }

    private func answer(
        to question: HTTPClientRequest, at authority: String
    ) async -> Result<Answer, Failure> {
        do {
            let response = try await client.execute(question, deadline: .distantFuture)
            let headers = response.headers.map { ($0.name, $0.value) }
            let status = Int(response.status.code)
            guard (200..<300).contains(status) else {
                // It only tells one reason from another: without it, the status has to do.
                let body = (try? await response.body.collect(upTo: Self.longestAnswer)) ?? ByteBuffer()
                return .success(Answer(status: status, headers: headers, body: Data(buffer: body)))
            }
            let body = try await response.body.collect(upTo: Self.longestAnswer)
            return .success(Answer(status: status, headers: headers, body: Data(buffer: body)))
        } catch {
            // What the client says of it may hold the address, and so what opens it: it is told to nobody.
            return .failure(Failure(error, at: authority, within: patience))
        }
    }
}
