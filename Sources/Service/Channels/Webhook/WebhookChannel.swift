import Care
import Crypto
public import Foundation

/// Messages to a program of the home's own, at an address on the web or in the home: JSON by POST, signed.
///
/// `accepted` means status 200 to 299. A receiver that answers `{"answer": "on_the_way"}` or `{"answer": "cannot"}` has answered for
/// the person at once; it can also post to the addresses in `answers` later. It may get a message twice, with the same
/// `Idempotency-Key`.
public enum WebhookChannel {
    public static let name = "webhook"

    /// - Parameter now: The time that is signed.
    public static func channel(
        _ http: ChannelHTTP, now: @escaping @Sendable () -> Date = { Date() }
    ) -> Channel {
        Channel(
            name: name, settings: [],
            address: [
                ChannelField("url", .url, isRequired: true),
                ChannelField("secret", isSecret: true, isRequired: true),
            ],
            check: { (destination: Destination) throws(FieldProblem) in
                if !destination.isOnlySettings { _ = try WebhookReceiver(destination) }
            },
            send: { message, destination in
                await send(
                    WebhookMessage(message), key: message.key, to: destination, over: http, at: now())
            },
            prove: { destination in
                let key = UUID()
                return await send(
                    WebhookMessage(proof: key), key: key, to: destination, over: http, at: now())
            })
    }

    private static func send(
        _ message: WebhookMessage, key: UUID, to destination: Destination, over http: ChannelHTTP,
        at now: Date
    ) async -> ChannelOutcome {
        await .of({ () throws(FieldProblem) in try WebhookReceiver(destination) }) {
            (receiver: WebhookReceiver) async throws(ChannelHTTP.Failure) -> ChannelOutcome in
            let body = ChannelBody.json(message)
            let headers = [
                ("Content-Type", "application/json"), ("Idempotency-Key", WebhookMessage.text(of: key)),
                ("Beckon-Signature", WebhookSignature.header(body, secret: receiver.secret, at: now)),
            ]
            let answer = try await http.post(receiver.address.text, headers: headers, body: body)
            if answer.status == 410 { return .gone("\(ChannelTrouble.receiverGone(receiver.host))") }
            if let trouble = answer.trouble(at: receiver.host, now: now) { return trouble }
            guard let given = ChannelBody.read(Given.self, answer.body)?.answer,
                message.answers?.contains(where: { $0.name == given }) ?? false
            else { return .accepted }
            return .answered(given)
        }
    }

    private struct Given: Decodable { var answer: String }
}

/// Where messages go, and with what they are signed.
struct WebhookReceiver {
    /// Shortest secret, in characters.
    static let shortestSecret = 16

    let address: ChannelAddress
    let secret: String
    /// What people are told of it.
    var host: String { address.authority }

    init(_ destination: Destination) throws(FieldProblem) {
        guard let url = Destination.written("url", in: destination.address) else {
            throw FieldProblem("address.url", "it is missing: write the address to which messages are sent")
        }
        address = try ChannelChecks.url(url, "address.url")
        secret = Destination.written("secret", in: destination.secrets) ?? ""
        guard secret.count >= Self.shortestSecret, secret.utf8.count <= ChannelChecks.longestSecret else {
            throw FieldProblem(
                "secret.secret",
                "messages are signed with it: write \(Self.shortestSecret) letters and digits or more that nobody guesses"
            )
        }
    }
}

/// How a receiver knows that a message is this home's, and that nobody has kept it for later.
///
/// `Beckon-Signature: t=1774665000,v1=<64 hexadecimal digits>`: the seconds since 1970 at which it was signed, and
/// HMAC-SHA256(secret, "<t>.<body>") over the body's bytes as they came. Receivers compute the same, compare it in constant time, and
/// refuse what was signed more than 5 minutes before or after their own clock. Others than `v1` may be added, and are to be left alone.
enum WebhookSignature {
    static func header(_ body: Data, secret: String, at now: Date) -> String {
        let seconds = Int64(now.timeIntervalSince1970.rounded(.down))
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("\(seconds).".utf8) + body, using: SymmetricKey(data: Data(secret.utf8)))
        let digits = code.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
        return "t=\(seconds),v1=\(digits)"
    }
}
