import Logging
import Speech
import Synchronization
import Time

@testable import Voice

/// A real engine, and what it tells, in order.
struct TestEngine {
    let voices: VoiceEngine
    private let told: AsyncStream<VoiceEvent>

    /// Which event a test waits for, whenever it comes.
    enum Awaited {
        case started(UtteranceID)
        /// Finished or cut: whichever it is, the other one will not come.
        case ended(UtteranceID)

        fileprivate func isOver(after event: VoiceEvent) -> Bool {
            switch (event, self) {
            case (.started(let id, _), .started(let wanted)): id == wanted
            case (.finished(let id, _), .started(let wanted)), (.finished(let id, _), .ended(let wanted)),
                (.cut(let id, _), .started(let wanted)), (.cut(let id, _), .ended(let wanted)):
                id == wanted
            case (.started, .ended), (.outputLost, _), (.outputRestored, _), (.outputTearing, _),
                (.outputWhole, _):
                false
            }
        }
    }

    init(output: OutputChoice = .none) throws {
        let (stream, continuation) = AsyncStream.makeStream(of: VoiceEvent.self)
        told = stream
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        voices = try VoiceEngine(
            settings: [:], language: "en-GB", soundsFolder: Repository.sounds, output: output,
            logger: logger, onEvent: { continuation.yield($0) })
    }

    /// Performs commands and returns all that is told up to the awaited event.
    func perform(_ commands: [VoiceCommand], until last: Awaited) async -> [VoiceEvent] {
        for command in commands { voices.perform(command) }
        var events: [VoiceEvent] = []
        for await event in told {
            events.append(event)
            if last.isOver(after: event) { return events }
        }
        return events
    }

    func shutDown() { voices.shutDown() }
}

extension VoiceEvent {
    /// The event without its time.
    var short: String {
        switch self {
        case .started(let id, _): "started \(id.rawValue)"
        case .finished(let id, _): "finished \(id.rawValue)"
        case .cut(let id, _): "cut \(id.rawValue)"
        case .outputLost(let role, _): "lost \(role.rawValue)"
        case .outputRestored(let role): "restored \(role.rawValue)"
        case .outputTearing(let role, _): "tearing \(role.rawValue)"
        case .outputWhole(let role): "whole \(role.rawValue)"
        }
    }

    var at: Instant {
        switch self {
        case .started(_, let at), .finished(_, let at), .cut(_, let at): at
        case .outputLost, .outputRestored, .outputTearing, .outputWhole: Instant(nanoseconds: 0)
        }
    }
}

extension Utterance {
    static func words(_ id: UInt64, _ text: String, _ role: VoiceRole) -> Utterance {
        sounds(id, [.text(text)], role)
    }

    static func sounds(_ id: UInt64, _ parts: [SpeechPart], _ role: VoiceRole) -> Utterance {
        let precedences: [VoiceRole: Precedence] = [.cue: .cue, .main: .main, .alert: .alert]
        return Utterance(
            id: UtteranceID(rawValue: id), voice: role, kind: .say, precedence: precedences[role] ?? .cue,
            parts: parts)
    }
}
