import Foundation

/// What the house asks for. It is checked like any request: nothing is done by it that a caregiver's device may not do.
public enum HouseCommand: Sendable, Equatable {
    /// Somebody comes to this client.
    case onTheWay(client: String)
    /// What this client asked for is done.
    case met(client: String)
    /// To be said to this client.
    case say(String, client: String)
}

/// Why a message is no command.
enum HouseCommandProblem: Error, Equatable, CustomStringConvertible {
    case unknownClient
    case unknownCommand
    case kept
    case unreadable

    var description: String {
        switch self {
        case .unknownClient: "it is for a client whom this home does not have"
        case .unknownCommand: "Beckon has no such command"
        case .kept: "it was retained, so nobody knows when it was meant: send it without the retain flag"
        case .unreadable:
            "its payload is not what the command takes: PRESS for a button, UTF-8 text for words"
        }
    }
}

extension HouseCommand {
    /// The payload of a button.
    private static let press = "PRESS"
    /// In bytes, before it is read at all; what may be said is checked where it is said.
    private static let longest = 4096

    init(
        _ name: String, client key: String, payload: Data, isRetained: Bool, clients: [HouseClient]
    ) throws(HouseCommandProblem) {
        // A message that was kept is old: the broker sends it again at each connection.
        guard !isRetained else { throw .kept }
        guard let client = clients.first(where: { HouseTopics.key($0.id) == key })?.id else {
            throw .unknownClient
        }
        guard payload.count <= Self.longest, let text = String(validating: payload, as: UTF8.self) else {
            throw .unreadable
        }
        switch name {
        case "on_the_way", "met":
            guard text == Self.press else { throw .unreadable }
            self = name == "met" ? .met(client: client) : .onTheWay(client: client)
        case "say": self = .say(text, client: client)
        default: throw .unknownCommand
        }
    }
}
