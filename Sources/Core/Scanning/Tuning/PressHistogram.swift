/// The press times sorted into equal spans, for a picture.
public struct PressHistogram: Hashable, Sendable {
    /// How many presses fell into a span of time after the end of the cue.
    public struct Span: Hashable, Sendable {
        /// Seconds.
        public var from: Double
        /// Seconds; a press at this very time is in the next span.
        public var to: Double
        /// Presses that counted for the item that was being said.
        public var inTime: Int
        /// Presses that counted for the item before.
        public var late: Int

        public var count: Int { inTime + late }
    }

    /// Presses before the cue had ended.
    public let during: Int
    /// From 0 on, without a hole between them; empty without any press.
    public let spans: [Span]
    /// Presses that came so late that no picture reaches as far.
    public let beyond: Int

    private static let widths = [0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1.0, 2.0, 5.0]

    /// - Parameters:
    ///   - reach: the picture goes at least so far, in seconds.
    ///   - rows: at most so many spans.
    public init(_ choices: [PressHistory.Choice], reach: Double, rows: Int = 20) {
        let measured = choices.filter { !$0.isAnticipation }
        during = choices.count - measured.count
        let times = measured.compactMap { choice in
            choice.choice.sinceCueEnded.map { (seconds: $0 / .seconds(1), isLate: choice.isLate) }
        }
        // What lies far behind all others would press them together into one bar.
        let most = PressTimes.quantile(0.99, of: times.map(\.seconds).sorted())
        let end = max(reach, most) * 1.0001
        let width = Self.widths.first { end / $0 <= Double(rows) } ?? end / Double(max(rows, 1))
        guard !times.isEmpty, width > 0 else {
            spans = []
            beyond = 0
            return
        }
        let count = max(1, Int((end / width).rounded(.up)))
        var sorted = (0..<count).map {
            Span(from: Double($0) * width, to: Double($0 + 1) * width, inTime: 0, late: 0)
        }
        var left = 0
        for time in times {
            // A billionth more, so that 0.3 is not taken for 0.29999.
            let index = Int(min(time.seconds / width + 1e-9, 1e6))
            guard sorted.indices.contains(index) else {
                left += 1
                continue
            }
            if time.isLate { sorted[index].late += 1 } else { sorted[index].inTime += 1 }
        }
        spans = sorted
        beyond = left
    }

    /// The highest bar.
    public var highest: Int { max(during, spans.map(\.count).max() ?? 0, beyond) }
}
