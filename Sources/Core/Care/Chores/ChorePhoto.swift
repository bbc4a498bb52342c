public import FoundationEssentials
public import Recurrence

/// How it is shown that a chore was done, besides saying so.
public enum ChoreProof: String, Codable, Sendable, CaseIterable {
    /// Whoever did it sends a photo, and somebody else looks at it.
    case photo
}

/// The photo of one due time of a chore, apart from its bytes (decision 0289).
public struct ChorePhoto: Codable, Sendable, Equatable {
    /// How many are kept: those that would be deleted next make room.
    public static let most = 200
    /// How many of one chore's are kept: the oldest makes room.
    public static let mostOfOne = 30
    /// How long one is kept after it was approved, seconds: four weeks.
    public static let keptApproved: TimeInterval = 28 * 86_400
    /// How long one is kept that nobody has approved, seconds: eight weeks.
    public static let kept: TimeInterval = 56 * 86_400

    public var routine: UUID
    public var key: OccurrenceKey
    /// Another one with each new photo, never used again: browsers keep pictures by it.
    public var version: Int64
    public var kind: PictureKind
    /// Who sent it, by name; absent where nobody knows.
    public var by: String?
    public var at: Date

    public init(
        routine: UUID, key: OccurrenceKey, version: Int64, kind: PictureKind, by: String? = nil, at: Date
    ) {
        self.routine = routine
        self.key = key
        self.version = version
        self.kind = kind
        self.by = by
        self.at = at
    }

    enum CodingKeys: String, CodingKey {
        case routine, key, version, by, at
        case kind = "media_type"
    }
}

/// The photos that are kept and that the reader may see: the answer to `GET /chores/photos`.
public struct ChorePhotoPage: Codable, Sendable, Equatable {
    public var photos: [ChorePhoto]

    public init(photos: [ChorePhoto]) { self.photos = photos }
}
