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
    /// What is kept before the first sound and after the last one, in seconds: a breath, and the end of a word.
    private static let (before, after) = (0.03, 0.15)

    /// The same as a WAV file of 48 kHz.
    ///
    /// - Throws: `VoiceError.soundUnreadable`, also where there is nothing to hear, or `.soundTooLong`.
    public static func wave(_ bytes: [UInt8]) throws(VoiceError) -> [UInt8] {
        let name = "recording"
        let samples = try SoundFile.read(bytes, name: name, longestSeconds: longestSeconds)
        let loudest = samples.reduce(Float(0)) { max($0, abs(Float($1))) } / 32_768
        // A file of nothing but noise of the last bit.
        guard loudest > 0.001 else {
            throw .soundUnreadable(path: name, detail: "there is nothing to hear in it")
        }
        let gain = min(mostGain, peak / loudest)
        let least = loudest * silence * 32_768
        let first = samples.firstIndex { abs(Float($0)) >= least } ?? 0
        let last = samples.lastIndex { abs(Float($0)) >= least } ?? samples.count - 1
        let rate = SoundFormat.rate
        let kept = samples[
            max(
                0, first - Int(before * Double(rate)))...min(
                    samples.count - 1, last + Int(after * Double(rate)))]
        return WaveFile.bytes(kept.map { Int16((Float($0) * gain).rounded()) }, rate: rate)
    }
}
