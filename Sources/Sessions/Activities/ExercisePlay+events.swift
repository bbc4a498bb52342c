public import Exercises
public import Speech
public import Time

extension ExercisePlay {
    /// What can be chosen while it pauses, in the order in which it is offered: who is not well must find the way out first.
    public enum Choice: String, CaseIterable, Sendable {
        case stop
        case goOn = "go_on"
        case again
        case fromBeginning = "from_beginning"
    }

    public enum Event: Equatable, Sendable {
        /// It was chosen from the list.
        case begin
        /// A press that began then.
        case press(began: Instant)
        /// The words or sounds of `say` or `sound` could be heard from this moment on.
        case heard(at: Instant)
        /// They were heard to their end.
        case ended
        /// Somebody else has cut them.
        case lost
        /// The time that `nextWake` named has come.
        case wake
        /// Somebody has something to tell.
        case news(isUrgent: Bool)
        /// What it has yielded to has been said.
        case goOn
        case chose(Choice)
        /// The kiosk is needed for something else.
        case interrupted
    }

    public enum Effect: Equatable, Sendable {
        /// To be said to its end; answer with `heard` and `ended`.
        case say(Exercise.Words)
        /// To be sounded without a gap; answer with `heard` and `ended`.
        case sound([PacedTone])
        /// To be listened to; answer with `heard` and `ended`.
        case listen(CalmSound)
        /// What a game says and sounds, one after the other; answer with `heard` and `ended`.
        case tell([GamePlay.Part])
        /// A word for a part of a breath, over its sound; nothing waits for it.
        case guide(Breathing.Phase.Kind)
        /// Ends what it says or sounds.
        case cut
        /// Others' words may be said now; answer with `goOn`.
        case yield
        /// It pauses: offer the choices.
        case offer
        /// It was done to its end.
        case finished
        /// The client has stopped it.
        case stopped
    }

    /// What it shows on a screen.
    public struct View: Sendable {
        /// The part of a breath that goes on.
        public var phase: Breathing.PlannedPhase?
        /// A picture's path.
        public var picture: String?
        /// The game that is played.
        public var game: GamePlay?
    }
}
