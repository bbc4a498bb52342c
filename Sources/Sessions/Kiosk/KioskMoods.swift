import Care
import FoundationEssentials

/// What the client has said of how they were, until what the service tells has it too.
///
/// | a mood | the service has it | the plan comes with it | the plan comes, and the service has it | it is refused |
/// |---|---|---|---|---|
/// | is not delivered | → is delivered | → gone | – | → gone |
/// | is delivered | – | → gone | → gone | → gone |
struct KioskMoods: Sendable {
    private struct Said: Sendable {
        var mood: NewMood
        var title: String
        var isDelivered = false
    }

    /// In the order in which they were said.
    private var said: [Said] = []

    /// - Parameter title: Of what they were said after.
    mutating func add(_ mood: NewMood, title: String) { said.append(Said(mood: mood, title: title)) }

    mutating func delivered(_ id: UUID) {
        for index in said.indices where said[index].mood.id == id { said[index].isDelivered = true }
    }

    /// It will never be stored.
    ///
    /// - Returns: What it was said after, if it was a mood.
    mutating func lost(_ id: UUID) -> (mood: NewMood, title: String)? {
        defer { said.removeAll { $0.mood.id == id } }
        return said.first { $0.mood.id == id }.map { ($0.mood, $0.title) }
    }

    /// The faces among them, with when each was said.
    var faces: [(at: Date, face: MoodFace)] {
        said.compactMap { said in
            MoodFace(said.mood.value, on: said.mood.scale).map { (at: said.mood.at, face: $0) }
        }
    }

    /// The service has told its plan anew.
    mutating func came(_ occurrences: [RoutineOccurrence]) {
        let known = Set(occurrences.compactMap(\.mood?.id))
        said.removeAll { $0.isDelivered || known.contains($0.mood.id) }
    }

    /// What the client has said makes of it: it is done with its mood. "Not now" takes the place of no answer, as in the service.
    func applied(to occurrence: RoutineOccurrence) -> RoutineOccurrence {
        let own = said.map(\.mood)
            .filter { $0.routine == occurrence.routine && $0.key == occurrence.key }
            .map { LoggedMood(id: $0.id, scale: $0.scale, value: $0.value) }
        guard !own.isEmpty else { return occurrence }
        let all = [occurrence.mood].compactMap(\.self) + own
        var occurrence = occurrence
        occurrence.state = .done
        occurrence.mood = all.last { $0.value != .notNow } ?? all.last
        return occurrence
    }
}
