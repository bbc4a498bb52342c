/// Whose screens there can be: the answer to `GET /displays`.
public struct ClientPage: Codable, Sendable, Equatable {
    public struct Client: Codable, Sendable, Equatable, Identifiable {
        /// In the home, e.g. `maria`.
        public var id: String
        public var name: String
        /// Whether a kiosk shows something for them now.
        public var isShown: Bool

        public init(id: String, name: String, isShown: Bool) {
            self.id = id
            self.name = name
            self.isShown = isShown
        }

        enum CodingKeys: String, CodingKey {
            case id, name
            case isShown = "is_shown"
        }
    }

    public var clients: [Client]

    public init(clients: [Client]) { self.clients = clients }
}
