public import Activities
public import Care
import Exercises
public import FoundationEssentials
import Speech
import Time

/// Where a client is in an exercise, as it is stored for the next start.
public struct KeptExercise: Codable, Equatable, Sendable {
    /// The client's id: a kiosk may have been another's before.
    public var client: String
    /// The exercise's id; `nil` while none is open.
    public var exercise: String?
    public var place: ExercisePlace?
    /// Where the client is in what they were given to do; absent where they are in nothing of it.
    public var activity: KeptActivity?
    /// The ids of what the client has heard to its end of what providers have written for them.
    @MayBeAbsent public var heard: Set<UUID>

    public init(
        client: String, exercise: String? = nil, place: ExercisePlace? = nil, activity: KeptActivity? = nil,
        heard: Set<UUID> = []
    ) {
        self.client = client
        self.exercise = exercise
        self.place = place
        self.activity = activity
        self.heard = heard
    }
}

/// The exercises that the client may do, and the one that is open.
///
/// | the one that is open | the files change | another one is chosen | the same one is chosen | the kiosk starts again |
/// |---|---|---|---|---|
/// | runs | goes on as it was; ends if the client may not do it any more | – | – | → pauses, at its step |
/// | pauses | its new form, at the same place; closed if it is gone | closed | offers to go on | pauses |
struct KioskExercises: Sendable {
    /// In the order of the list.
    private(set) var all: [Exercise]
    /// The open one.
    var play: ExercisePlay?
    /// What it says or sounds now.
    var sound: UtteranceID?
    private var kept: KeptExercise?

    init(_ all: [Exercise]) { self.all = all }

    subscript(id: String) -> Exercise? { all.first { $0.id == id } }

    /// Whether presses are the open one's.
    var isRunning: Bool { play?.isRunning ?? false }
    var isYielding: Bool { play?.isYielding ?? false }
    var nextWake: Instant? { play?.nextWake }

    /// Whether it can be gone on with.
    func isPaused(_ id: String) -> Bool { play.map { $0.exercise.id == id && !$0.isRunning } ?? false }

    /// The files have changed.
    ///
    /// - Returns: Whether the open one ends by that.
    mutating func takeOver(_ changed: [Exercise]) -> Bool {
        all = changed
        guard let play else { return false }
        guard let new = self[play.exercise.id] else { return true }
        if !play.isRunning, new != play.exercise { self.play = play.anew(new) }
        return false
    }

    /// Begins where an earlier run was, paused; ignored if that is another client's, or not done any more.
    mutating func recall(_ kept: KeptExercise, of client: String, pace: GamePlay.Pace, seed: UInt64) {
        guard kept.client == client else { return }
        self.kept = kept
        guard let exercise = kept.exercise.flatMap({ self[$0] }) else { return }
        play = ExercisePlay(exercise, at: kept.place ?? .beginning, pace: pace, seed: seed)
    }

    /// What is to be stored, if that has changed.
    mutating func toKeep(
        of client: String, _ activity: KeptActivity?, heard: Set<UUID>
    ) -> KeptExercise? {
        let now = KeptExercise(
            client: client, exercise: play?.exercise.id, place: play?.kept, activity: activity, heard: heard)
        guard now != kept ?? KeptExercise(client: client) else { return nil }
        kept = now
        return now
    }
}
