import Time

/// The one format inside: mono 16-bit samples at 48 kHz, which every sound server and almost every card takes.
enum SoundFormat {
    /// Samples a second.
    static let rate = 48_000

    /// Nanoseconds that so many frames last.
    static func nanoseconds(frames: Int) -> Int64 { Int64(frames) * 1_000_000_000 / Int64(rate) }

    /// Whole frames in so many nanoseconds.
    static func frames(nanoseconds: Int64) -> Int { Int(nanoseconds * Int64(rate) / 1_000_000_000) }

    /// Whole frames of so long a sound; none of a negative length.
    static func frames(_ length: Duration) -> Int { frames(nanoseconds: max(0, length.nanoseconds)) }
}
