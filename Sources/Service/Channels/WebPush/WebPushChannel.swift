import Care
import Foundation

/// Pushes to browsers (RFC 8030): also to a phone whose browser is closed, through the push service of the browser's maker.
///
/// What the service can see is when a push is sent, by which home and to which device. The content is encrypted for the device, and as
/// long as any other (decision 0521). That the service has taken it does not say that the phone has shown it.
public enum WebPushChannel {
    public static let name = "web_push"

    /// Among the channel's secrets: what `VAPIDKey.exported` has written. No field of the form, since the service makes it itself, once.
    public static let keySecret = "vapid"

    static let settings = [ChannelField("contact", isRequired: true), ChannelField("services", .list)]
    static let address = [
        ChannelField("endpoint", .url, isRequired: true), ChannelField("p256dh", isRequired: true),
        ChannelField("auth", isSecret: true, isRequired: true),
    ]

    public static func channel(_ http: ChannelHTTP) -> Channel { channel(PushTransport(http)) }

    /// - Parameter now: The wall clock, by which signatures expire.
    static func channel(
        _ transport: PushTransport, now: @escaping @Sendable () -> Date = { Date() }
    ) -> Channel {
        Channel(
            name: name, settings: settings, address: address,
            check: { (destination) throws(FieldProblem) in try check(destination) },
            send: { message, destination in await send(message, destination, transport, now) },
            prove: { destination in await prove(destination, transport) })
    }

    static func check(_ destination: Destination) throws(FieldProblem) {
        let settings = try Settings(destination)
        if destination.isOnlySettings { return }
        _ = try PushSubscription(destination, allowed: settings.services)
    }

    private static func send(
        _ message: ChannelMessage, _ destination: Destination, _ transport: PushTransport,
        _ now: @Sendable () -> Date
    ) async -> ChannelOutcome {
        let ready: Ready
        do throws(Refusal) { ready = try Ready(destination) } catch { return .failed(error.words) }
        // It fails only for keys that are points of P-256 and still of no use.
        guard
            let request = try? PushRequest(
                message, to: ready.subscription, signedBy: ready.key, subject: ready.subject, now: now())
        else { return .failed("\(PushTrouble.notEncrypted)") }
        do throws(ChannelHTTP.Failure) {
            let answer = try await transport.post(request.url, request.headers, request.body)
            return PushAnswer.outcome(answer, from: ready.subscription.service.authority, now: now())
        } catch { return .failed("\(error)") }
    }

    /// No push is silent: a browser that shows nothing for some of them ends the subscription. So this proves that everything for a push
    /// is here and that the push service answers, whatever it answers; not that the subscription still exists.
    private static func prove(_ destination: Destination, _ transport: PushTransport) async -> ChannelOutcome
    {
        let ready: Ready
        do throws(Refusal) { ready = try Ready(destination) } catch { return .failed(error.words) }
        do throws(ChannelHTTP.Failure) {
            _ = try await transport.get(ready.subscription.service.webOrigin + "/")
            return .accepted
        } catch { return .failed("\(error)") }
    }

    /// What the home has set.
    private struct Settings {
        var subject: String
        var services: PushServices

        init(_ destination: Destination) throws(FieldProblem) {
            subject = try VAPIDSubject.uri(destination.settings["contact"] ?? "")
            services = try PushServices(allowing: destination.settings["services"] ?? "")
        }
    }

    private struct Refusal: Error {
        var words: String
    }

    /// Everything that a push needs.
    private struct Ready {
        var subscription: PushSubscription
        var subject: String
        var key: VAPIDKey

        init(_ destination: Destination) throws(Refusal) {
            do throws(FieldProblem) {
                let settings = try Settings(destination)
                subject = settings.subject
                subscription = try PushSubscription(destination, allowed: settings.services)
            } catch { throw Refusal(words: error.message) }
            guard let key = VAPIDKey(exported: destination.settingSecrets[WebPushChannel.keySecret] ?? "")
            else {
                throw Refusal(words: "\(PushTrouble.noKey)")
            }
            self.key = key
        }
    }
}
