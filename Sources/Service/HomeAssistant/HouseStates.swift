import Care
import Foundation

/// How things stand, as retained messages: whoever comes later finds them at the broker.
enum HouseStates {
    /// All that is kept of a client.
    static let names = [
        "kiosk", "switch_problem", "sound_problem", "due", "due_attributes", "request_attributes", "request",
        "calling",
    ]

    static func messages(_ view: HouseView, _ topics: HouseTopics) throws -> [HouseMessage] {
        try [HouseMessage(topics.openCalls, String(view.openCalls))]
            + view.clients.flatMap { try messages($0, topics) }
    }

    private static func messages(_ client: HouseClient, _ topics: HouseTopics) throws -> [HouseMessage] {
        func message(_ name: String, _ text: String) -> HouseMessage {
            HouseMessage(topics.state(name, of: client.id), text)
        }
        func message(_ name: String, _ isOn: Bool) -> HouseMessage { message(name, isOn ? "ON" : "OFF") }
        return [
            message("kiosk", client.hasKiosk),
            message("switch_problem", client.hasSwitchProblem),
            message("sound_problem", client.hasSoundProblem),
            message("due", !client.due.isEmpty),
            try HouseMessage(topics.state("due_attributes", of: client.id), json: ["titles": client.due]),
            // The attributes come first: whoever acts on the state finds them.
            try HouseMessage(
                topics.state("request_attributes", of: client.id),
                json: client.request.map(HouseRequest.init) ?? HouseRequest()),
            message("request", client.request?.state.rawValue ?? "none"),
            message("calling", client.isCalling),
        ]
    }
}

/// A call as the house is told of it: what was asked, not who reads it.
struct HouseRequest: Encodable, Equatable {
    var request: String?
    var client: String?
    var need: String?
    var label: String?
    var said: String?
    var priority: String?
    /// RFC 3339.
    var askedAt: String?
    /// Who has set the state.
    var by: String?
    var reason: String?
    var escalation: Int?

    /// No call: nothing is told.
    init() {}

    init(_ request: Request) {
        self.request = request.id.uuidString.lowercased()
        client = request.clientName
        need = request.need
        label = request.label
        said = request.say
        priority = request.priority.rawValue
        askedAt = CareJSON.string(from: request.askedAt)
        by = request.changedBy
        reason = request.reason
        escalation = request.escalation
    }

    enum CodingKeys: String, CodingKey {
        case request, client, need, label, said, priority, by, reason, escalation
        case askedAt = "asked_at"
    }
}
