import Care
import Foundation
import MailTransfer

/// Mail by a server of somebody else. It is read when somebody looks, and no device says that it came.
public enum MailChannel {
    /// - Parameter roots: The path of a PEM file of roots that are trusted besides the machine's own.
    public static func channel(roots: String? = nil) -> Channel {
        Channel(
            name: "mail",
            settings: [
                ChannelField("host", isRequired: true), ChannelField("port", .port), ChannelField("security"),
                ChannelField("user"), ChannelField("password", isSecret: true),
                ChannelField("from", isRequired: true),
            ],
            address: [ChannelField("address", isRequired: true)],
            check: { destination throws(FieldProblem) in
                _ = try MailSettings(destination, roots: roots)
                if !destination.address.isEmpty { _ = try recipient(of: destination) }
            },
            send: { message, destination in
                await outcome(of: destination, roots) { settings throws(FieldProblem) in
                    MailMessage(
                        message: message, sender: settings.sender, recipient: try recipient(of: destination),
                        date: Date())
                }
            },
            prove: { destination in
                await outcome(of: destination, roots) { _ throws(FieldProblem) in
                    if !destination.address.isEmpty { _ = try recipient(of: destination) }
                    return nil
                }
            })
    }

    private static func recipient(of destination: Destination) throws(FieldProblem) -> String {
        try MailAddress.check(destination.address.filled("address") ?? "", in: "address.address")
    }

    /// - Parameter letter: What is sent; `nil` proves that the server would take it.
    private static func outcome(
        of destination: Destination, _ roots: String?,
        letter: (MailSettings) throws(FieldProblem) -> MailMessage?
    ) async -> ChannelOutcome {
        let settings: MailSettings
        let mail: MailMessage?
        do throws(FieldProblem) {
            settings = try MailSettings(destination, roots: roots)
            mail = try letter(settings)
        } catch { return .failed(error.message) }
        do throws(MailTransferError) {
            if let mail {
                try await MailTransfer.send(
                    mail.data, from: mail.sender, to: mail.recipient, over: settings.server)
            } else {
                try await MailTransfer.prove(settings.server)
            }
            return .accepted
        } catch {
            let words = "mail server \(settings.server.host): \(error)"
            return error.isPassing ? .later(words, after: nil) : .failed(words)
        }
    }
}
