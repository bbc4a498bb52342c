public import Speech
public import Time

/// A voice that is a list of what it will tell: words last one second, sounds a tenth, and tones as long as they say.
public struct PlayedVoice {
    private var events: [(at: Instant, event: VoiceEvent)] = []
    public var wordLength: Duration = .seconds(1)

    public init() {}

    /// When the next thing happens.
    public var nextEvent: Instant? { events.map(\.at).min() }

    /// Takes the first event that is due.
    public mutating func take(at now: Instant) -> VoiceEvent? {
        guard
            let index = events.indices.filter({ events[$0].at <= now }).min(by: {
                events[$0].at < events[$1].at
            })
        else { return nil }
        return events.remove(at: index).event
    }

    /// `♪ `, where a cue begins with a sound.
    private static func tick(_ utterance: Utterance) -> String {
        guard utterance.kind == .cue, case .earcon = utterance.parts.first else { return "" }
        return "♪ "
    }

    private func length(of utterance: Utterance) -> Duration {
        let tones = utterance.parts.reduce(Duration.zero) { sum, part in
            switch part {
            case .tone(let tone): sum + tone.length
            case .calm(let sound): sum + sound.length
            case .earcon, .recording, .text: sum
            }
        }
        if tones > .zero { return tones }
        return utterance.isEarcon ? .milliseconds(100) : wordLength / utterance.pace
    }

    /// Plays a command; the line to write down, if it is one that a person would hear.
    public mutating func perform(_ command: VoiceCommand, at now: Instant) -> String? {
        switch command {
        case .speak(let utterance):
            let end = now.advanced(by: length(of: utterance))
            events.append((now, .started(utterance.id, at: now)))
            events.append((end, .finished(utterance.id, at: end)))
            if utterance.kind == .earcon {
                return utterance.caption == "press" ? nil : "(\(utterance.caption))"
            }
            let pace = utterance.pace == 1 ? "" : " ×\(utterance.pace)"
            return "\(Self.tick(utterance))\(utterance.voice.rawValue)\(pace): \(utterance.caption)"
        case .cut(let id):
            events.removeAll { $0.event.utterance == id }
            events.append((now, .cut(id, at: now)))
            return nil
        case .cutAll, .keepAwake:
            return nil
        }
    }
}

extension VoiceEvent {
    fileprivate var utterance: UtteranceID? {
        switch self {
        case .started(let id, _), .finished(let id, _), .cut(let id, _): id
        case .outputLost, .outputRestored, .outputTearing, .outputWhole: nil
        }
    }
}
