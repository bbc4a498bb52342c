/// The files of the last samples, at most so many bytes; the longest unused goes first.
struct SampleCache {
    /// About five minutes of speech.
    static let byteCapacity = 12 << 20

    private var files: [Rendering: (file: [UInt8], used: Int)] = [:]
    private var clock = 0
    private(set) var size = 0

    mutating func file(of rendering: Rendering) -> [UInt8]? {
        guard let kept = files[rendering] else { return nil }
        clock += 1
        files[rendering]?.used = clock
        return kept.file
    }

    mutating func keep(_ file: [UInt8], of rendering: Rendering) {
        guard file.count <= Self.byteCapacity / 2 else { return }
        clock += 1
        size += file.count - (files.updateValue((file, clock), forKey: rendering)?.file.count ?? 0)
        while size > Self.byteCapacity, let oldest = files.min(by: { $0.value.used < $1.value.used })?.key {
            size -= files.removeValue(forKey: oldest)?.file.count ?? 0
        }
    }
}
