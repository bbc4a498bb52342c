/// One text as it is to be synthesised; equal renderings sound the same, so they can be kept.
struct Rendering: Hashable, Sendable {
    var text: String
    /// eSpeak NG's name of a voice or language.
    var voice: String
    /// Words per minute.
    var rate: Int
    /// 0–99.
    var pitch: Int
    /// Whether the pause after the text is kept, because more words follow.
    var keepsTail: Bool
}
