/// A face by which somebody says how they are, from the worst to the best: the five that are drawn.
///
/// Whoever chooses among three or two sees some of the same five, so that what they have chosen means the same in a chart, whichever
/// scale it was.
public enum MoodFace: Int, Sendable, CaseIterable, Comparable {
    case veryBad = 1
    case bad, middling, good, veryGood

    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

extension MoodScale {
    /// Its faces from the worst to the best, the first for its level 1; none for other scales.
    public var faces: [MoodFace] {
        switch self {
        case .faces5: MoodFace.allCases
        case .faces3: [.veryBad, .middling, .veryGood]
        case .faces2: [.bad, .good]
        case .pain10, .bodyPart, .observation: []
        }
    }

    /// The face of a value; `nil` where nothing was chosen, and on other scales.
    public func face(of value: MoodValue) -> MoodFace? {
        guard case .level(let level) = value, faces.indices.contains(level - 1) else { return nil }
        return faces[level - 1]
    }
}

/// What a scale asks.
public enum MoodQuestion: Sendable, CaseIterable {
    case faces, pain, part, sign
}

extension MoodScale {
    /// A correction is of the same as what it takes the place of.
    public var question: MoodQuestion {
        switch self {
        case .faces5, .faces3, .faces2: .faces
        case .pain10: .pain
        case .bodyPart: .part
        case .observation: .sign
        }
    }
}

/// What is counted along a line over days: faces of whichever scale, or pain.
public enum MoodMeasure: String, Sendable, CaseIterable {
    case faces, pain

    /// Its ends: the lowest and the highest number.
    public var range: ClosedRange<Int> {
        switch self {
        case .faces: 1...5
        case .pain: 0...10
        }
    }

    /// The number of a mood on it; `nil` where it was another scale, where nothing was chosen, and for what was corrected since.
    public func number(of mood: Mood) -> Int? {
        guard mood.correctedBy == nil else { return nil }
        switch self {
        case .faces: return mood.mood.scale.face(of: mood.mood.value)?.rawValue
        case .pain:
            guard mood.mood.scale == .pain10, case .level(let level) = mood.mood.value else { return nil }
            return level
        }
    }
}
