public import Time

/// What becomes of the edges.
public enum FilteredPress: Hashable, Sendable {
    /// It is not decided yet what a press will be: scanning waits until `decided`.
    case undecided(SwitchRole)
    case decided(SwitchRole)
    /// It was let go before the acceptance time: nothing happens.
    case tooShort(SwitchPress, held: Duration)
    /// It came too soon after another: nothing happens.
    case ignored(SwitchPress, PressRecord.Ignored.Reason)
    /// It counts: the person is told with a click. It acts now, or when it is let go.
    case down(SwitchPress)
    /// It acts.
    case press(SwitchPress)
    /// It was held for the long press time and acts now, as a long one; its release does nothing.
    case longPress(SwitchPress)
    /// The switch is still held, and moves once more.
    case again(SwitchPress, at: Instant)
    /// A press that counted was let go.
    case released(SwitchPress, at: Instant)
    /// Enough quick presses to mean help; the first of them began at `since`.
    case call(since: Instant)
    /// Held for longer than it can be meant.
    case stuck(SwitchRole)
    /// A stuck switch was let go.
    case unstuck(SwitchRole)
}
