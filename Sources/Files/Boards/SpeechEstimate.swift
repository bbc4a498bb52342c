/// How long speech takes, where no voice can be asked.
public enum SpeechEstimate {
    /// Measured with eSpeak NG 1.51 at Beckon's default rate of 165 words a minute, English and German: about
    /// 55 ms a character, and 0.45 s that every utterance has around its words; within a fifth for labels.
    public static func duration(_ text: String, _ language: String) -> Duration {
        .milliseconds(450 + 55 * text.count)
    }
}
