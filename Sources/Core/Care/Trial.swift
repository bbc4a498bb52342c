public import FoundationEssentials

/// Something that a device of the home is to do so that people see that it works: the body of `POST /trials`, and what the device
/// gets as `event: trial`. Nothing of it is stored, except the call that comes of it.
public struct Trial: Codable, Sendable, Equatable, Identifiable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// Says a sentence.
        case sound
        /// Asks for `Request.testNeed`, as if the client had chosen it: only a kiosk does.
        case call
    }

    /// Made once by the sender. The call that comes of it has the same id, so that it can be followed.
    public var id: UUID
    public var kind: Kind
    /// Which devices do it: `kiosk` or `station`.
    public var device: Actor
    /// Whose kiosk; absent for the home's own client. For a station it means nothing.
    public var client: String?

    public init(id: UUID, kind: Kind, device: Actor, client: String? = nil) {
        self.id = id
        self.kind = kind
        self.device = device
        self.client = client
    }

    public func check() throws(FieldProblem) {
        switch (device, kind) {
        case (.kiosk, _), (.station, .sound): break
        case (.station, .call): throw FieldProblem("device", "only a kiosk makes calls")
        case (.person, _): throw FieldProblem("device", "it is `kiosk` or `station`")
        }
        if let client { try FieldChecks.id(client, "client", mayHaveCapitals: true) }
    }
}

extension Request {
    /// The need of a call that only shows that calls arrive. No board can have it: an item's id begins with a letter or digit.
    public static let testNeed = "-test"

    /// Whether nobody needs anything: it was made to see how calls arrive.
    public var isTest: Bool { need == Self.testNeed }
}
