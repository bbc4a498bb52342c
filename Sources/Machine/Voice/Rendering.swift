/// One text as it is to be synthesised; equal renderings sound the same, so they can be kept.
struct Rendering: Hashable, Sendable {
    var text: String
    var voice: WantedVoice
    /// Words per minute.
    var rate: Int
    /// 0–99.
    var pitch: Int
    /// Whether the pause after the text is kept, because more words follow.
    var keepsTail: Bool
}
