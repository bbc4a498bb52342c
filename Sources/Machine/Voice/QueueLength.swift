/// How much sound is queued ahead of what is heard while words sound; the value is in frames.
public enum QueueLength: Int, CaseIterable, Comparable, Sendable {
    case ms6 = 288
    case ms12 = 576
    case ms25 = 1_200
    case ms50 = 2_400
    case ms100 = 4_800
    case ms200 = 9_600

    public static func < (left: QueueLength, right: QueueLength) -> Bool { left.rawValue < right.rawValue }

    /// Whole milliseconds, as people read it and as it is kept.
    public var milliseconds: Int { rawValue * 1_000 / SoundFormat.rate }

    /// The length with that duration; `nil` if there is none.
    init?(milliseconds: Int) {
        guard let found = Self.allCases.first(where: { $0.milliseconds == milliseconds }) else { return nil }
        self = found
    }

    var longer: QueueLength? { Self.allCases.first { $0 > self } }
    var shorter: QueueLength? { Self.allCases.last { $0 < self } }
}
