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
        case .faces: MoodFace.numbers
        case .pain: 0...10
        }
    }

    /// The number of a mood on it; `nil` where it was another scale, where nothing was chosen, and for what was corrected since.
    public func number(of mood: Mood) -> Int? {
        guard mood.correctedBy == nil else { return nil }
        switch self {
        case .faces: return MoodFace(mood.mood.value, on: mood.mood.scale)?.number
        case .pain:
            guard mood.mood.scale == .pain10, case .level(let level) = mood.mood.value else { return nil }
            return level
        }
    }
}

extension MoodScale {
    /// The face of a value; `nil` where nothing was chosen, and on other scales.
    public func face(of value: MoodValue) -> MoodFace? { MoodFace(value, on: self) }

    /// The level of its face that is nearest to one of the five; of two that are as near, the better one. 1 where it has no faces.
    public func level(near face: Int) -> Int {
        let places = faces.enumerated().map {
            (level: $0.offset + 1, distance: abs($0.element.number - face))
        }
        return places.reversed().min { $0.distance < $1.distance }?.level ?? 1
    }

    /// Its faces from the worst to the best, the first for its level 1; none for other scales.
    public var faces: [MoodFace] { (levels ?? 1...1).compactMap { MoodFace(.level($0), on: self) } }
}
