/// What came of sending or proving. Texts say in words for people what is wrong, and hold no secret.
public enum ChannelOutcome: Sendable, Equatable {
    /// The other side has taken it. Whether anybody has seen it is not known.
    case accepted
    /// The device or the person has it.
    case confirmed
    /// The other side has taken it, and says at once what is answered: `on_the_way` or `cannot`.
    case answered(String)
    /// It was not taken; it may be another time.
    case failed(String)
    /// The other side asks for more time. `after`: how much, where it says so.
    case later(String, after: Duration?)
    /// This contact no longer exists, and nothing is sent to it any more.
    case gone(String)
}
