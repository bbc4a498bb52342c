import Foundation

/// What happens on the telephone line, as far as it matters here.
enum PhoneEvent: Equatable, Sendable {
    /// It rings at the other side.
    case ringing
    case answered
    /// Somebody pressed a key: a digit, `*` or `#`.
    case key(String)
    /// With baresip's reason, such as `486 Busy Here`.
    case closed(String)
    /// Somebody calls Beckon.
    case incoming
    /// A command was not done.
    case refused(PhoneCommand)
    /// Whether the telephone system has let Beckon in; `nil` while it is being asked.
    case registration(Bool?)
    /// The program, or the connection to it, has ended.
    case lost
    /// So long was waited for the next.
    case timeIsUp

    /// A message of baresip 1.0 on its control connection; `nil` for one that does not matter here.
    ///
    /// An event is of the calls that Beckon makes: of one that somebody makes to it, only the beginning counts.
    init?(message: [UInt8]) {
        // What is no JSON does not come from baresip, and says nothing.
        guard let told = try? JSONDecoder().decode(Message.self, from: Data(message)) else { return nil }
        if told.response == true {
            guard let command = told.token.flatMap(PhoneCommand.init(rawValue:)) else { return nil }
            let text = told.data ?? ""
            if command == .registration {
                // In colours, which nothing else in the line has.
                self = .registration(
                    text.contains("\u{1b}[32mOK") ? true : text.contains("\u{1b}[31mERR") ? false : nil)
            } else if told.ok != true || text.contains("failed") {
                self = .refused(command)
            } else {
                return nil
            }
            return
        }
        switch (told.type, told.direction) {
        case ("CALL_INCOMING", _): self = .incoming
        case ("CALL_RINGING", "outgoing"): self = .ringing
        case ("CALL_ESTABLISHED", "outgoing"): self = .answered
        case ("CALL_DTMF_START", "outgoing"): self = .key(told.param ?? "")
        case ("CALL_CLOSED", "outgoing"): self = .closed(told.param ?? "")
        default: return nil
        }
    }

    private struct Message: Decodable {
        var response: Bool?
        var ok: Bool?
        var data: String?
        var token: String?
        var type: String?
        var direction: String?
        var param: String?
    }
}

/// What baresip can be told. The raw value is its name there, and the token by which its answer is known.
enum PhoneCommand: String, Sendable {
    case dial
    case hangUp = "hangup"
    /// What is heard at the other side from now on.
    case sound = "ausrc"
    case registration = "reginfo"

    /// As it goes over the control connection.
    func message(_ parameters: String? = nil) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let message = Message(command: rawValue, params: parameters, token: rawValue)
        // Three texts are always JSON.
        guard let json = try? encoder.encode(message) else { return [] }
        return Netstring.encode(Array(json))
    }

    private struct Message: Encodable {
        let command: String
        let params: String?
        let token: String
    }
}
