/// Decides what sounds when several utterances want one output; it holds no sound and reads no clock.
///
/// | precedence | while other words sound | may interrupt |
/// |---|---|---|
/// | `urgentAlert` | its alert sounds at once, over the words; its own words wait for the present ones | a cue |
/// | `alert` | its alert sounds at once, over the words; its own words wait | nothing |
/// | `announcement` | waits | nothing |
/// | `main` | waits | nothing |
/// | `cue` | waits | nothing |
/// | sound alone (an earcon) | sounds at once, over everything | nothing |
///
/// When words have ended, the highest precedence goes first, and within one precedence the first come. While
/// the alert sound of the foremost sounds, nothing lower starts: its words follow their sound at once.
public struct SpeechQueue: Sendable {
    /// What happens to the queue.
    public enum Event: Hashable, Sendable {
        case add(Utterance)
        /// The alert sounds before an utterance's words, or an earcon alone, were heard to their end.
        case soundEnded(UtteranceID)
        /// An utterance's words were heard to their end.
        case wordsEnded(UtteranceID)
        case cut(UtteranceID)
        case cutAll(VoiceRole)
    }

    /// What the output does about it, in this order.
    public enum Action: Hashable, Sendable {
        /// Mix these parts over whatever sounds, now.
        case sound(UtteranceID, [SpeechPart])
        /// Begin these parts now; no other words sound.
        case speak(UtteranceID, [SpeechPart])
        /// End it: fade out what sounds of it, forget what waits, and tell that it was cut.
        case cut(UtteranceID)
        /// Nothing of it is left to be heard.
        case finish(UtteranceID)
    }

    private enum Stage: Hashable, Sendable {
        /// Its leading sounds are heard; these words follow, if there are any.
        case sounding(words: [SpeechPart])
        case waiting(words: [SpeechPart])
        case speaking
    }

    private struct Entry: Sendable {
        var id: UtteranceID
        var voice: VoiceRole
        var precedence: Precedence
        var stage: Stage
    }

    /// In the order in which they came.
    private var entries: [Entry] = []

    public init() {}

    /// Whether nothing sounds and nothing waits.
    public var isEmpty: Bool { entries.isEmpty }

    /// Takes one event; events of unknown ids (they may have been cut meanwhile) change nothing.
    public mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .add(let utterance): add(utterance)
        case .soundEnded(let id): soundEnded(id)
        case .wordsEnded(let id): wordsEnded(id)
        case .cut(let id): cut { $0.id == id }
        case .cutAll(let role): cut { $0.voice == role }
        }
    }

    private mutating func add(_ utterance: Utterance) -> [Action] {
        let lead =
            utterance.isEarcon ? utterance.parts : Array(utterance.parts.prefix { Self.isAlertSound($0) })
        let words = Array(utterance.parts.dropFirst(lead.count))
        var entry = Entry(
            id: utterance.id, voice: utterance.voice, precedence: utterance.precedence,
            stage: .waiting(words: words))
        guard !utterance.parts.isEmpty else { return [.finish(utterance.id)] }
        guard !lead.isEmpty else {
            entries.append(entry)
            return settle()
        }
        entry.stage = .sounding(words: words)
        entries.append(entry)
        return [.sound(utterance.id, lead)]
    }

    private mutating func soundEnded(_ id: UtteranceID) -> [Action] {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return [] }
        switch entries[index].stage {
        case .sounding(let words) where words.isEmpty:
            entries.remove(at: index)
            return [.finish(id)] + settle()
        case .sounding(let words):
            entries[index].stage = .waiting(words: words)
            return settle()
        case .waiting, .speaking:
            return []
        }
    }

    private mutating func wordsEnded(_ id: UtteranceID) -> [Action] {
        guard let index = entries.firstIndex(where: { $0.id == id && $0.stage == .speaking }) else {
            return []
        }
        entries.remove(at: index)
        return [.finish(id)] + settle()
    }

    private mutating func cut(where isMeant: (Entry) -> Bool) -> [Action] {
        let cuts = entries.filter(isMeant).map { Action.cut($0.id) }
        guard !cuts.isEmpty else { return [] }
        entries.removeAll(where: isMeant)
        return cuts + settle()
    }

    /// Starts the first words in the queue if nothing prevents it.
    private mutating func settle() -> [Action] {
        guard let best = foremost(), case .waiting(let words) = entries[best].stage else { return [] }
        let id = entries[best].id
        var actions: [Action] = []
        if let speaking = entries.firstIndex(where: { $0.stage == .speaking }) {
            guard entries[best].precedence == .urgentAlert, entries[speaking].precedence == .cue else {
                return []
            }
            actions.append(.cut(entries[speaking].id))
            entries.remove(at: speaking)
        }
        for index in entries.indices where entries[index].id == id { entries[index].stage = .speaking }
        actions.append(.speak(id, words))
        return actions
    }

    /// The entry whose words come next: the earliest of the highest precedence.
    private func foremost() -> Int? {
        var best: Int?
        for index in entries.indices {
            switch entries[index].stage {
            case .speaking: continue
            case .sounding(let words) where words.isEmpty: continue
            case .sounding, .waiting: break
            }
            if let present = best, entries[present].precedence >= entries[index].precedence { continue }
            best = index
        }
        return best
    }

    private static func isAlertSound(_ part: SpeechPart) -> Bool {
        switch part {
        case .earcon(.alertLow), .earcon(.alertMedium), .earcon(.alertHigh): true
        case .earcon, .text, .recording, .tone, .calm: false
        }
    }
}
