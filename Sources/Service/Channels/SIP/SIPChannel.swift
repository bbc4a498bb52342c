import Care
public import Foundation

/// Calls to telephones over SIP: those of the house by its telephone system, or any that it reaches.
public enum SIPChannel {
    /// - Parameters:
    ///   - folder: baresip's own, such as one beside the store; it is made where it is not there.
    ///   - speak: Gives a text in a language (BCP 47) as a RIFF WAVE file of 16-bit samples.
    public static func channel(
        folder: String, speak: @escaping @Sendable (_ text: String, _ language: String) async throws -> Data
    ) -> Channel {
        let line = PhoneLine(folder: folder)
        return Channel(
            name: "sip",
            settings: [
                ChannelField("registrar"), ChannelField("user"), ChannelField("password", isSecret: true),
            ],
            address: [ChannelField("uri", isRequired: true)],
            check: { destination throws(FieldProblem) in
                let account = try PhoneAccount(destination)
                if !destination.address.isEmpty { _ = try account.target(destination) }
            },
            send: { message, destination in
                let account: PhoneAccount
                let target: String
                do throws(FieldProblem) {
                    account = try PhoneAccount(destination)
                    target = try account.target(destination)
                } catch { return .failed(error.message) }
                // A link says nothing to who only hears.
                let text = [message.title, message.body].filter { !$0.isEmpty }.joined(separator: ".\n")
                // What went wrong is for the log of whoever speaks; here it can only be told that it did.
                guard let speech = try? await speak(text, message.language),
                    let wave = SpokenWave(speech: speech)
                else { return .failed("The message could not be spoken.") }
                let isQuestion = message.kind == .alert && !message.answers.isEmpty
                return await line.call(
                    PhoneLine.Call(account: account, target: target, wave: wave, takesAnswers: isQuestion))
            },
            prove: { destination in
                let account: PhoneAccount
                do throws(FieldProblem) {
                    account = try PhoneAccount(destination)
                    if !destination.address.isEmpty { _ = try account.target(destination) }
                } catch { return .failed(error.message) }
                return await line.prove(account)
            })
    }
}
