import Speech

/// All earcons, read once and kept in memory, so that a click needs no file.
struct EarconLibrary: Sendable {
    private let streams: [Earcon: SampleStream]

    /// Reads `NAME.wav` for each earcon; throws `VoiceError.soundUnreadable` for the first that is missing.
    init(folder: String) throws(VoiceError) {
        var streams: [Earcon: SampleStream] = [:]
        for earcon in Earcon.allCases {
            streams[earcon] = SampleStream(
                samples: try SoundFile.read("\(folder)/\(earcon.rawValue).wav"))
        }
        self.streams = streams
    }

    func stream(of earcon: Earcon) -> SampleStream { streams[earcon] ?? SampleStream(samples: []) }
}
