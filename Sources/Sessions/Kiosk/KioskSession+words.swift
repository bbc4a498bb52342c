import Activities
import Care
import FoundationEssentials
import HomeFiles
import Scanning
import Speech
import Time

/// What somebody says to the client, told once: the journal's number of it is acknowledged when it was heard, or is too old.
extension KioskSession {
    /// How many may wait for a calm moment; the newest stay.
    static let mostWords = 5

    /// Somebody says something to the client, or has taken it back, or another kiosk of theirs has said it.
    mutating func take(
        _ words: ClientWords, _ sequence: Int64, at now: Instant, _ effects: inout Effects
    ) {
        guard words.client == settings.client.id else { return }
        guard words.saidAt == nil, words.takenBackAt == nil else {
            journal.told(floor.drop(words: { $0.id == words.id }))
            return
        }
        guard journal.mustTell(sequence) else { return }
        let waiting = floor.queue.words
        if waiting.count >= Self.mostWords, let oldest = waiting.first {
            journal.told(floor.drop(words: { $0.id == oldest.id }))
        }
        let sentence = announcement(
            .earcon(.answered),
            .text(phrases[.wordsSaid, [.caregiver: words.by, .label: words.text]]))
        var script = Script(steps: [.say(sentence), .acknowledge(sequence)], sequence: sequence)
        script.words = words
        announce(script, at: now, &effects)
    }

    /// Whether the client can be told now: they rest, are in no exercise and with nobody, and it is known what time it is and that it is
    /// not quiet time.
    var takesWords: Bool {
        isCalm && agenda.known != nil && !exercises.isRunning && activities.current?.isAttending != true
    }

    /// Drops what has waited for too long: "the doctor comes in ten minutes" would be wrong.
    mutating func dropOldWords() {
        guard agenda.known != nil else { return }
        let time = planTime
        journal.told(floor.drop(words: { $0.isOld(at: time) }))
    }

    /// Another client is served here: what was for the one before is nobody's to hear or read.
    mutating func forgetWords() {
        journal.told(floor.drop(words: { _ in true }))
        display.words = nil
    }

    /// The client has heard it, or has pressed while it was said.
    mutating func said(_ words: ClientWords, _ effects: inout Effects) {
        let receipt = WordsReceipt(id: newID(), at: planTime)
        effects.add(.said(words: words.id, receipt))
    }
}
