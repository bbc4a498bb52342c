/// What Home Assistant finds by itself: one device for the home and one for each client, each announced by one retained message
/// (MQTT device discovery, Home Assistant 2024.11 and later).
enum HouseDiscovery {
    /// What a call's event can say.
    static let eventTypes = ["asked", "heard", "on_the_way", "met", "declined", "cancelled", "escalated"]
    /// The states of the sensor of a client's call.
    static let requestStates = ["none", "asked", "heard", "on_the_way"]

    static func messages(_ view: HouseView, _ topics: HouseTopics, _ words: HouseWords) throws
        -> [HouseMessage]
    {
        try [
            HouseMessage(
                topics.config(of: topics.node),
                json: Announcement(
                    device: Device(
                        ids: [topics.node], name: view.name, model: words[.home], version: view.version,
                        via: nil),
                    origin: Origin(version: view.version), components: ofHome(topics, words)))
        ]
            + view.clients.map { client in
                try HouseMessage(
                    topics.config(of: topics.device(of: client.id)),
                    json: Announcement(
                        device: Device(
                            ids: [topics.device(of: client.id)], name: client.name, model: words[.client],
                            version: view.version, via: topics.node),
                        origin: Origin(version: view.version),
                        components: ofClient(client.id, topics, words, canSay: view.canSay)))
            }
    }

    /// Takes a device away, and then what the broker has kept of how its client was.
    static func farewell(to device: String, _ topics: HouseTopics) -> [HouseMessage] {
        [HouseMessage(topics.config(of: device), "")]
            + HouseStates.names.compactMap { topics.state($0, ofDevice: device) }.map { HouseMessage($0, "") }
    }

    private static func ofHome(_ topics: HouseTopics, _ words: HouseWords) -> [String: Component] {
        var calls = Component("sensor", "\(topics.node)_open_calls", words[.openCalls], in: topics)
        calls.stateTopic = topics.openCalls
        calls.icon = "mdi:bell-ring"
        calls.stateClass = "measurement"
        return ["open_calls": calls]
    }

    private static func ofClient(
        _ client: String, _ topics: HouseTopics, _ words: HouseWords, canSay: Bool
    ) -> [String: Component] {
        let device = topics.device(of: client)
        func component(_ platform: String, _ key: String, _ name: HouseWords.Name) -> Component {
            Component(platform, "\(device)_\(key)", words[name], in: topics)
        }
        func state(_ name: String) -> String { topics.state(name, of: client) }

        var call = component("event", "call", .call)
        call.stateTopic = state("call")
        call.eventTypes = eventTypes
        call.icon = "mdi:hand-wave"
        var request = component("sensor", "request", .request)
        request.stateTopic = state("request")
        request.attributesTopic = state("request_attributes")
        request.deviceClass = "enum"
        request.options = requestStates
        request.icon = "mdi:message-alert"
        var calling = component("binary_sensor", "calling", .calling)
        calling.stateTopic = state("calling")
        calling.icon = "mdi:bell-ring"
        var due = component("binary_sensor", "due", .due)
        due.stateTopic = state("due")
        due.attributesTopic = state("due_attributes")
        due.icon = "mdi:calendar-alert"
        var kiosk = component("binary_sensor", "kiosk", .kiosk)
        kiosk.stateTopic = state("kiosk")
        kiosk.deviceClass = "connectivity"
        kiosk.category = "diagnostic"
        var components = ["call": call, "request": request, "calling": calling, "due": due, "kiosk": kiosk]
        for (key, name) in [
            ("switch_problem", HouseWords.Name.switchProblem), ("sound_problem", .soundProblem),
        ] {
            var problem = component("binary_sensor", key, name)
            problem.stateTopic = state(key)
            problem.deviceClass = "problem"
            problem.category = "diagnostic"
            // Of a kiosk that is away nothing is known.
            problem.availability?.append(
                Availability(topic: state("kiosk"), available: "ON", unavailable: "OFF"))
            components[key] = problem
        }
        for (key, name) in [("on_the_way", HouseWords.Name.onTheWay), ("met", .met)] {
            var button = component("button", key, name)
            button.commandTopic = topics.command(key, of: client)
            button.icon = key == "met" ? "mdi:check" : "mdi:walk"
            components[key] = button
        }
        // A component of which only the platform is told is taken away.
        var say = Component(platform: "notify")
        if canSay {
            say = component("notify", "say", .say)
            say.commandTopic = topics.command("say", of: client)
            say.icon = "mdi:account-voice"
        }
        components["say"] = say
        return components
    }
}

extension HouseDiscovery {
    fileprivate struct Announcement: Encodable {
        let device: Device
        let origin: Origin
        let components: [String: Component]

        enum CodingKeys: String, CodingKey {
            case device = "dev"
            case origin = "o"
            case components = "cmps"
        }
    }

    fileprivate struct Origin: Encodable {
        var name = "Beckon"
        let version: String

        enum CodingKeys: String, CodingKey {
            case name
            case version = "sw"
        }
    }

    fileprivate struct Device: Encodable {
        let ids: [String]
        let name: String
        var maker = "Beckon"
        let model: String
        let version: String
        let via: String?

        enum CodingKeys: String, CodingKey {
            case ids, name
            case maker = "mf"
            case model = "mdl"
            case version = "sw"
            case via = "via_device"
        }
    }

    fileprivate struct Availability: Encodable {
        let topic: String
        var available: String?
        var unavailable: String?

        enum CodingKeys: String, CodingKey {
            case topic
            case available = "payload_available"
            case unavailable = "payload_not_available"
        }
    }

    /// An entity, with the names of Home Assistant's documents.
    fileprivate struct Component: Encodable {
        let platform: String
        var id: String?
        var name: String?
        /// What Home Assistant subscribes with: 0 unless it is told otherwise.
        var quality: Int?
        var stateTopic: String?
        var attributesTopic: String?
        var commandTopic: String?
        var deviceClass: String?
        var stateClass: String?
        var category: String?
        var options: [String]?
        var eventTypes: [String]?
        var icon: String?
        var availability: [Availability]?
        var availabilityMode: String?

        init(platform: String) { self.platform = platform }

        init(_ platform: String, _ id: String, _ name: String, in topics: HouseTopics) {
            self.init(platform: platform)
            (self.id, self.name, quality) = (id, name, 1)
            availability = [Availability(topic: topics.status)]
            availabilityMode = "all"
        }

        enum CodingKeys: String, CodingKey {
            case name, options, icon, availability
            case platform = "p"
            case id = "unique_id"
            case quality = "qos"
            case stateTopic = "state_topic"
            case attributesTopic = "json_attributes_topic"
            case commandTopic = "command_topic"
            case deviceClass = "device_class"
            case stateClass = "state_class"
            case category = "entity_category"
            case eventTypes = "event_types"
            case availabilityMode = "availability_mode"
        }
    }
}
