public import FoundationEssentials

/// What somebody wrote down about a request: the body of `POST /requests/{id}/notes`, and as it is kept.
public struct RequestNote: Codable, Sendable, Equatable, Identifiable {
    /// Made once by the sender; the same id again changes nothing.
    public var id: UUID
    public var text: String
    public var by: String?
    public var at: Date
    @PresentIfTrue public var isTimeOfArrival: Bool

    public init(
        id: UUID, text: String, by: String? = nil, at: Date, isTimeOfArrival: Bool = false
    ) {
        self.id = id
        self.text = text
        self.by = by
        self.at = at
        self.isTimeOfArrival = isTimeOfArrival
    }

    enum CodingKeys: String, CodingKey {
        case id, text, by, at
        case isTimeOfArrival = "time_is_arrival"
    }
}
