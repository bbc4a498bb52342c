/// The sounds of the last texts, at most `capacity` of them and so many samples; the longest unused goes first.
struct RenderingCache {
    /// About a hundred labels of a second each: 10 MB.
    static let capacity = 200
    static let sampleCapacity = 100 * SoundFormat.rate

    private var streams: [Rendering: (stream: SampleStream, used: Int)] = [:]
    private var clock = 0

    mutating func stream(for rendering: Rendering) -> SampleStream? {
        guard let kept = streams[rendering] else { return nil }
        clock += 1
        streams[rendering]?.used = clock
        return kept.stream
    }

    mutating func keep(_ stream: SampleStream, for rendering: Rendering) {
        clock += 1
        streams[rendering] = (stream, clock)
        while streams.count > Self.capacity || size > Self.sampleCapacity {
            guard let oldest = streams.min(by: { $0.value.used < $1.value.used })?.key, oldest != rendering
            else { return }
            streams[oldest] = nil
        }
    }

    private var size: Int { streams.values.reduce(0) { $0 + $1.stream.count } }
}
