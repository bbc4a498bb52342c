import CCurl
public import Foundation
import RealTime

/// Hands mail to a server by SMTP (RFC 5321), with libcurl.
///
/// libcurl blocks, so that each transfer has a thread of its own, for at most `patience`.
public enum MailTransfer {
    /// How long a whole transfer may take, in milliseconds; a connection as much as a third of it.
    private static let patience = 30_000

    /// Returns as soon as the server has taken the mail.
    ///
    /// - Parameters:
    ///   - message: Headers and body, in lines that end with CR LF. A line may begin with a dot.
    ///   - sender: The address to which a failure is reported.
    public static func send(
        _ message: Data, from sender: String, to recipient: String, over server: MailServer
    ) async throws(MailTransferError) {
        try await run(Letter(message: message, sender: sender, recipient: recipient), over: server)
    }

    /// Connects, encrypts, logs in and leaves: nobody gets anything.
    public static func prove(_ server: MailServer) async throws(MailTransferError) {
        try await run(nil, over: server)
    }

    private struct Letter: Sendable {
        let message: Data
        let sender: String
        let recipient: String
    }

    private static func run(_ letter: Letter?, over server: MailServer) async throws(MailTransferError) {
        let problem: MailTransferError? = await withCheckedContinuation { continuation in
            let thread = OwnThread.start("mail") {
                continuation.resume(returning: perform(letter, over: server))
            }
            if let thread {
                thread.detach()
            } else {
                continuation.resume(returning: .exhausted)
            }
        }
        if let problem { throw problem }
    }

    /// Swift makes this once, whichever thread comes first: what curl asks for.
    private static let isPrepared = beckon_curl_prepare() == CURLE_OK

    /// Blocks until the transfer has ended; `nil` where it did what it should.
    private static func perform(_ letter: Letter?, over server: MailServer) -> MailTransferError? {
        guard isPrepared, let handle = curl_easy_init() else { return .exhausted }
        let refused = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        refused.initialize(to: 0)
        let body = OutgoingBody(letter?.message ?? Data())
        let recipients = letter.flatMap { curl_slist_append(nil, $0.recipient) }
        // curl uses the others until it is closed.
        defer {
            curl_easy_cleanup(handle)
            curl_slist_free_all(recipients)
            body.deallocate()
            refused.deallocate()
        }
        var codes = [
            beckon_curl_set_text(handle, CURLOPT_URL, server.url),
            // Signals would reach the whole program; a proxy of the surroundings is for the web.
            beckon_curl_set_number(handle, CURLOPT_NOSIGNAL, 1),
            beckon_curl_set_text(handle, CURLOPT_PROXY, ""),
            beckon_curl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, patience / 3),
            beckon_curl_set_number(handle, CURLOPT_TIMEOUT_MS, patience),
            // What is older can be read by whoever sits between.
            beckon_curl_set_number(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
            beckon_curl_be_quiet(handle),
        ]
        switch server.security {
        case .tls, .starttls:
            codes.append(beckon_curl_set_number(handle, CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue)))
        case .none:
            codes.append(beckon_curl_stay_near(handle, refused))
        }
        if let roots = server.roots {
            // The machine's own are found in its folder all the same.
            codes.append(beckon_curl_set_text(handle, CURLOPT_CAINFO, roots))
        }
        if let user = server.user {
            codes.append(beckon_curl_set_text(handle, CURLOPT_USERNAME, user))
            codes.append(beckon_curl_set_text(handle, CURLOPT_PASSWORD, server.password ?? ""))
        }
        if let letter {
            guard recipients != nil else { return .exhausted }
            codes.append(beckon_curl_set_text(handle, CURLOPT_MAIL_FROM, letter.sender))
            codes.append(beckon_curl_set_list(handle, CURLOPT_MAIL_RCPT, recipients))
            codes.append(beckon_curl_set_body(handle, body.source))
        } else {
            codes.append(beckon_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, "NOOP"))
            codes.append(beckon_curl_set_number(handle, CURLOPT_NOBODY, 1))
        }
        guard codes.allSatisfy({ $0 == CURLE_OK }) else { return .exhausted }
        let code = curl_easy_perform(handle)
        return problem(code, answer: beckon_curl_response(handle), isNear: refused.pointee == 0)
    }

    /// - Parameter answer: The server's last code; 0 without one.
    private static func problem(_ code: CURLcode, answer: Int, isNear: Bool) -> MailTransferError? {
        if !isNear { return .notNear }
        switch code {
        case CURLE_OK: return nil
        case CURLE_COULDNT_RESOLVE_HOST: return .unknownHost
        case CURLE_COULDNT_CONNECT: return .noConnection
        case CURLE_OPERATION_TIMEDOUT: return .tooSlow
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR: return .untrusted
        case CURLE_USE_SSL_FAILED: return .noEncryption
        case CURLE_LOGIN_DENIED: return (400..<500).contains(answer) ? .refused(answer) : .loginRefused
        case CURLE_OUT_OF_MEMORY: return .exhausted
        default: return (400..<600).contains(answer) ? .refused(answer) : .brokenOff
        }
    }
}

/// What curl reads, at a place that stays the same.
private struct OutgoingBody {
    private let bytes: UnsafeMutablePointer<CChar>
    let source: UnsafeMutablePointer<beckon_curl_body>

    init(_ data: Data) {
        bytes = .allocate(capacity: max(1, data.count))
        for (place, byte) in data.enumerated() { (bytes + place).initialize(to: CChar(bitPattern: byte)) }
        source = .allocate(capacity: 1)
        source.initialize(to: beckon_curl_body(bytes: bytes, count: data.count, sent: 0))
    }

    func deallocate() {
        source.deallocate()
        bytes.deallocate()
    }
}
