import Care

/// Text messages by a mobile modem of this machine: they need neither the internet nor anything on the telephone.
public enum SMSChannel {
    /// How long a report is waited for, in all; one that comes later is not seen.
    private static let reportPatience: Duration = .seconds(30)

    public static func channel() -> Channel { channel(Modems(ask: BusProgram.ask), pause: .seconds(1)) }

    /// - Parameter pause: Between two looks for a report.
    static func channel(_ modems: Modems, pause: Duration) -> Channel {
        Channel(
            name: "sms", settings: [], address: [ChannelField("number", isRequired: true)],
            check: { destination throws(FieldProblem) in
                if !destination.address.isEmpty { _ = try number(of: destination) }
            },
            send: { message, destination in
                let recipient: String
                do throws(FieldProblem) {
                    recipient = try number(of: destination)
                } catch { return .failed(error.message) }
                return await send(message, to: recipient, by: modems, pause: pause)
            },
            prove: { destination in
                do throws(FieldProblem) {
                    if !destination.address.isEmpty { _ = try number(of: destination) }
                } catch { return .failed(error.message) }
                do throws(Modems.Problem) {
                    _ = try await modems.ready()
                    return .accepted
                } catch { return .failed(error.words) }
            })
    }

    private static func number(of destination: Destination) throws(FieldProblem) -> String {
        try TelephoneNumber.check(destination.address.filled("number") ?? "", in: "address.number")
    }

    private static func send(
        _ message: ChannelMessage, to number: String, by modems: Modems, pause: Duration
    ) async -> ChannelOutcome {
        let text = SMSText.compose(title: message.title, body: message.body, link: message.link)
        let modem: Modems.Modem
        let path: String
        do throws(Modems.Problem) {
            modem = try await modems.ready()
            path = try await modems.send(
                text, to: number, minutes: Int(message.lifetime.components.seconds / 60), by: modem)
        } catch { return .failed(error.words) }
        let outcome = await report(of: path, by: modems, pause: pause)
        await modems.drop(path, by: modem)
        return outcome
    }

    /// The network has taken it; only its report says that the telephone has it.
    private static func report(of path: String, by modems: Modems, pause: Duration) async -> ChannelOutcome {
        let end = ContinuousClock.now + reportPatience
        while ContinuousClock.now < end {
            do throws(Modems.Problem) {
                switch try await modems.report(of: path) {
                case .received: return .confirmed
                case .lost: return .failed("The mobile network could not deliver it.")
                case .none: break
                }
            } catch {
                // It has been sent all the same.
                return .accepted
            }
            // Whoever stops the service does not wait for a report.
            do { try await Task.sleep(for: pause) } catch { return .accepted }
        }
        return .accepted
    }
}
