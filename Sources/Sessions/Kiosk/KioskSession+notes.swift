import Care
import FoundationEssentials
import HomeFiles
import Recurrence
import Speech
import Time

/// What providers have written about appointments, as the client hears it: when they choose it, never of itself.
extension KioskSession {
    /// The latest one of a provider's, with the earlier ones behind it.
    mutating func hearNotes(by provider: String, at now: Instant, _ effects: inout Effects) {
        guard let written = agenda.written.first(where: { $0.provider == provider }),
            let latest = written.notes.first
        else {
            reply(.noLongerOnBoard, at: now, &effects)
            return
        }
        hear(latest, of: written, isAnother: false, at: now, &effects)
    }

    /// One of them, by its id.
    mutating func hearNote(_ id: UUID, at now: Instant, _ effects: inout Effects) {
        for written in agenda.written {
            guard let note = written.notes.first(where: { $0.id == id }) else { continue }
            hear(note, of: written, isAnother: true, at: now, &effects)
            return
        }
        reply(.noLongerOnBoard, at: now, &effects)
    }

    /// For the client's ear, and on their screen: one after the other where it is long. A press ends it.
    ///
    /// - Parameter isAnother: Whether it was chosen after one was heard.
    private mutating func hear(
        _ note: AppointmentNote, of written: ProviderNotes, isAnother: Bool, at now: Instant,
        _ effects: inout Effects
    ) {
        let earlier = written.notes.drop { $0.id != note.id }.dropFirst().first
        let level = levels.maker.heard(note, before: earlier)
        let zone = encouragement.means.zone
        let days = zone.local(of: planTime).day.number - zone.local(of: note.at).day.number
        let words = levels.maker.words(
            of: note, daysAgo: days, on: zone.local(of: note.at).day.weekday, isNew: agenda.isNew(note))
        let parts = words.closed.parts(upTo: Cards.longestText)
        var script = Script(
            steps: parts.map { .say(whisper([.text($0)])) }, ending: isAnother ? .reopen(level) : .open(level)
        )
        script.endsByPress = true
        script.note = note.id
        if parts.count == 1 { script.saying = Screen.Saying(words: parts[0]) }
        runChoice(script, at: now, &effects)
    }

    /// Whether one is said now.
    var saysNote: Bool { floor.running?.note != nil }

    /// The scan is ended while it is said: the rest of it is for no other moment.
    mutating func leaveNote(_ effects: inout Effects) {
        if saysNote { cut(floor.drop(), &effects) }
    }

    /// Words were heard to their end: if they were the last of a note, that is not new any more.
    mutating func noteWasHeard(by words: UtteranceID) {
        guard case .utterance(words, _) = floor.waiting, let running = floor.running, running.steps.isEmpty,
            let note = running.note
        else { return }
        agenda.heard(note)
        updates.contentsChanged()
    }
}
