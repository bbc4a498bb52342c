import Glibc
import Logging
import RealTime
import Speech
import Synchronization
import Time
import Voice

// Speaks what its standard input says and tells on its standard output, with monotonic nanoseconds, what happened:
// the instrument of scripts/voice-test.
//
//     voice-probe SOUNDS auto|none|DEVICE
//     earcon ID ROLE PRECEDENCE NAME | say ID ROLE PRECEDENCE WORDS | both ID ROLE PRECEDENCE NAME WORDS
//     play ID ROLE PRECEDENCE FILE
//     cut ID | cutall ROLE | awake ROLE on|off | prepare ROLE WORDS | silent | quit

signal(SIGPIPE, SIG_IGN)

/// One whole line at once, from whichever thread; `print` would keep it back where the output is a pipe.
@Sendable func tell(_ words: String) {
    let line = Array((words + "\n").utf8)
    _ = write(STDOUT_FILENO, line, line.count)
}

guard CommandLine.arguments.count == 3 else {
    tell("usage: voice-probe SOUNDS auto|none|DEVICE")
    exit(64)
}
let output: OutputChoice =
    switch CommandLine.arguments[2] {
    case "auto": .auto
    case "none": .none
    default: .device(CommandLine.arguments[2])
    }
var logger = Logger(label: "voice", factory: { StreamLogHandler.standardError(label: $0) })
logger.logLevel = .debug
do {
    let engine = try VoiceEngine(
        settings: [:], language: "en-GB", soundsFolder: CommandLine.arguments[1], output: output,
        logger: logger,
        onEvent: { event in
            switch event {
            case .started(let id, let at): tell("started \(id.rawValue) \(at.nanoseconds)")
            case .finished(let id, let at): tell("finished \(id.rawValue) \(at.nanoseconds)")
            case .cut(let id, let at): tell("cut \(id.rawValue) \(at.nanoseconds)")
            case .outputLost(let role, let detail): tell("lost \(role.rawValue) \(detail)")
            case .outputRestored(let role): tell("restored \(role.rawValue)")
            case .outputTearing(let role, let detail): tell("tearing \(role.rawValue) \(detail)")
            case .outputWhole(let role): tell("whole \(role.rawValue)")
            }
        },
        onFirstSample: { id, at in tell("handed \(id.rawValue) \(at.nanoseconds)") })
    tell(engine.isSilent ? "ready silent" : "ready")
    // The one who gives orders must not be late either, or the figures would be about it.
    let orders = OwnThread.start("orders", urgency: .raised) {
        while let line = readLine() {
            let words = line.split(separator: " ", maxSplits: 4).map(String.init)
            guard let verb = words.first else { continue }
            if verb == "quit" { break }
            for command in commands(verb, Array(words.dropFirst()), engine) {
                let at = MonotonicClock.now
                engine.perform(command)
                tell("asked \(words.count > 1 ? words[1] : "") \(at.nanoseconds)")
            }
        }
    }
    orders?.join()
    engine.shutDown()
    tell("ended")
} catch {
    tell("\(error)")
    exit(1)
}

func commands(_ verb: String, _ words: [String], _ engine: VoiceEngine) -> [VoiceCommand] {
    func utterance(_ parts: [SpeechPart]) -> [VoiceCommand] {
        let precedences: [String: Precedence] = [
            "cue": .cue, "main": .main, "announcement": .announcement, "alert": .alert,
            "urgent": .urgentAlert,
        ]
        guard words.count >= 3, let id = UInt64(words[0]), let role = VoiceRole(rawValue: words[1]),
            let precedence = precedences[words[2]]
        else { return [] }
        return [
            .speak(
                Utterance(
                    id: UtteranceID(rawValue: id), voice: role, kind: .say, precedence: precedence,
                    parts: parts))
        ]
    }
    let rest = words.dropFirst(3).joined(separator: " ")
    switch verb {
    case "earcon": return utterance([.earcon(Earcon(rawValue: rest) ?? .fault)])
    case "say": return utterance([.text(rest)])
    case "play": return utterance([.recording(path: rest, text: "This file cannot be played.")])
    case "both": return utterance([.earcon(.alertHigh), .text(rest)])
    case "cut": return words.first.flatMap(UInt64.init).map { [.cut(UtteranceID(rawValue: $0))] } ?? []
    case "cutall": return words.first.flatMap(VoiceRole.init).map { [.cutAll($0)] } ?? []
    case "awake":
        return words.first.flatMap(VoiceRole.init).map { [.keepAwake($0, words.last == "on")] } ?? []
    case "prepare":
        let role = words.first.flatMap(VoiceRole.init) ?? .cue
        engine.prepare(texts: [(words.dropFirst().joined(separator: " "), role, nil)])
        return []
    case "silent":
        tell(engine.isSilent ? "silent" : "sounding")
        return []
    default: return []
    }
}
