/// A recording that somebody has sent, made ready to be played beside other voices: mono, as loud as it can be, without the silence
/// around it, and without whatever else its file held (where and by whom it was recorded).
public enum TidyRecording {
    /// Longest recording for a card, in seconds: while it plays, nothing else can be chosen.
    public static let longestSeconds = 30
    /// Peak, of full scale: −1 dBFS, as the sounds that ship.
    private static let peak: Float = 0.891
    /// At most so much louder (24 dB): more would be the room's noise, not the voice.
    private static let mostGain: Float = 16
    /// Quieter than this share of the peak (−40 dB) is silence: a telephone's microphone in a room hears some −50 dB of it.
    private static let silence: Float = 0.01
    /// What is kept before the first sound and after the last one, in samples: 30 ms of breath, and 150 ms of a word's end.
    private static let (before, after) = (SoundFormat.rate * 30 / 1000, SoundFormat.rate * 150 / 1000)
    /// Shorter than 50 ms is no word, in samples.
    private static let leastFrames = SoundFormat.rate * 50 / 1000

    /// The same as a WAV file of 48 kHz.
    ///
    /// - Parameter longestSeconds: At most 120, as what can be played.
    /// - Throws: `VoiceError.soundUnreadable`, also where there is nothing to hear, or `.soundTooLong`.
    public static func wave(
        _ bytes: [UInt8], longestSeconds: Int = longestSeconds
    ) throws(VoiceError) -> [UInt8] {
        let name = "recording"
        let samples = try SoundFile.read(bytes, name: name, longestSeconds: longestSeconds)
        // A direct current, as a bad microphone adds it, is no loudness.
        let middle = Float(samples.reduce(0) { $0 + Int($1) }) / Float(max(1, samples.count))
        let sound = samples.map { Float($0) - middle }
        let loudest = sound.reduce(0) { max($0, abs($1)) } / 32_768
        // A click, or nothing but noise of the last bit.
        guard loudest > 0.001, samples.count >= leastFrames else {
            throw .soundUnreadable(path: name, detail: "there is nothing to hear in it")
        }
        let gain = min(mostGain, peak / loudest)
        let least = loudest * silence * 32_768
        let first = sound.firstIndex { abs($0) >= least } ?? 0
        let last = sound.lastIndex { abs($0) >= least } ?? sound.count - 1
        let kept = sound[max(0, first - before)...min(sound.count - 1, last + after)]
        return WaveFile.bytes(kept.map { Int16(($0 * gain).rounded()) }, rate: SoundFormat.rate)
    }
}
