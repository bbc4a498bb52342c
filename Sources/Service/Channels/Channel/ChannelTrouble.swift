import Foundation

/// What is wrong where the other side did answer, in words for people. A host's name is all that is told of an address.
enum ChannelTrouble: Sendable, Equatable, CustomStringConvertible {
    case leadsElsewhere(String)
    case busy(String)
    case quota(String)
    case failing(String, status: Int)
    case refused(String, status: Int)
    case tokenRefused(String)
    case tokenMissing(String)
    case topicClosed(String)
    case tooLong(String)
    case notNtfy(String)
    case notGotify(String)
    case receiverGone(String)

    var description: String {
        switch self {
        case .leadsElsewhere(let host): "\(host) leads to another address: write that one"
        case .busy(let host): "\(host) asks for more time"
        case .quota(let host): "\(host) takes no more messages from this home today"
        case .failing(let host, let status):
            "\(host) answers that something is wrong with it (status \(status))"
        case .refused(let host, let status): "\(host) has not taken it (status \(status))"
        case .tokenRefused(let host):
            "\(host) does not accept the token: make a new one there, and copy all of it"
        case .tokenMissing(let host):
            "\(host) lets only those in who have a token: make one there, which a coordinator writes down under Messages"
        case .topicClosed(let host):
            "\(host) does not allow messages to this topic: check the topic, and what the home’s token may do there"
        case .tooLong(let host): "the message is too long for \(host)"
        case .notNtfy(let host): "what answers at \(host) is no ntfy server: check the address"
        case .notGotify(let host): "what answers at \(host) is no Gotify server: check the address"
        case .receiverGone(let host):
            "\(host) says that this address is there no longer: remove this way, and add it anew"
        }
    }
}

extension ChannelHTTP.Answer {
    /// What a status means that means the same of every server; `nil` for 200 to 299.
    ///
    /// - Parameter host: Who has answered.
    func trouble(at host: String, now: Date) -> ChannelOutcome? {
        switch status {
        case 200..<300: nil
        case 300..<400: .failed("\(ChannelTrouble.leadsElsewhere(host))")
        case 413: .failed("\(ChannelTrouble.tooLong(host))")
        case 429: .later("\(ChannelTrouble.busy(host))", after: retryAfter(now))
        case 503 where retryAfter(now) != nil:
            .later("\(ChannelTrouble.failing(host, status: status))", after: retryAfter(now))
        case 500...: .failed("\(ChannelTrouble.failing(host, status: status))")
        default: .failed("\(ChannelTrouble.refused(host, status: status))")
        }
    }
}
