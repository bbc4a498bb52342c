import Kiosk
import Playing
import Scanning
import Speech
import Testing
import Time

/// A person who uses a stage as its mode wants it: by one switch, by two, by holding, by staying or by digits. They
/// listen first: nothing is pressed while something is being said or asked, but for the item that they want.
struct Hand {
    /// Longer than any window is open: who presses after so much silence answers no question. Seconds.
    private static let silence = 4.0
    /// How long something is looked for, seconds.
    private static let patience = 120.0

    /// What is said for the way back, which has the digit 0.
    private static let waysBack: Set = ["go_back", "confirm_no"]

    let mode: ScanParameters.Mode
    var stage: Stage
    /// How many effects were listened to.
    private var heard: Int
    /// What was read for the digits since the last press, without the way back.
    private var read: [String] = []
    private var isHolding = false
    /// The digit that was pressed last.
    private var digit = 1

    init(_ mode: ScanParameters.Mode, _ stage: Stage) {
        (self.mode, self.stage) = (mode, stage)
        heard = stage.effects.count
    }

    private var seconds: Double { Double(stage.now.nanoseconds) / 1e9 }

    /// Chooses what scanning calls so, one after the other, from rest if need be.
    mutating func choose(_ cues: String...) {
        for cue in cues where !finds({ caption, _ in caption == cue }) {
            Issue.record("\(mode): never heard: \(cue)\n\(stage.text)")
            return
        }
    }

    /// Chooses the first item that is wanted, by what is said for it or where scanning stands; says whether it came.
    mutating func finds(_ isWanted: (String, ScanPresence) -> Bool) -> Bool {
        let end = seconds + Self.patience
        while seconds < end {
            guard let cue = nextCue() else {
                begin()
                continue
            }
            guard let present = stage.session.present else { continue }
            if isWanted(cue, present) {
                take(cue)
                return true
            }
            moveOn()
        }
        if isHolding { hold(false) }
        return false
    }

    /// Presses the key 0 of a keypad when all has been said.
    mutating func goBack() {
        while nextCue() != nil {}
        stage.press(at: seconds, .digit(0))
        (heard, read) = (stage.effects.count, [])
    }

    /// The next cue that is begun; `nil` when it was silent for long, or scanning rests.
    private mutating func nextCue() -> String? {
        var quietSince = seconds
        while true {
            while heard < stage.effects.count {
                let effect = stage.effects[heard]
                heard += 1
                guard case .voice(.speak(let utterance)) = effect, utterance.kind == .cue else { continue }
                let caption = utterance.caption
                if !Self.waysBack.contains(caption), read.last != caption { read.append(caption) }
                // Digits are the level's, as it was read; elsewhere only the present item can be meant.
                let isPast = stage.effects[heard...].contains {
                    if case .voice(.speak(let later)) = $0 { later.kind == .cue } else { false }
                }
                if mode == .direct || !isPast { return caption }
            }
            if stage.voice.nextEvent != nil { quietSince = seconds }
            if stage.session.isResting || seconds - quietSince >= Self.silence { return nil }
            stage.run(to: seconds + 0.1)
        }
    }

    /// Nothing moves: what begins scanning, or goes on with it.
    private mutating func begin() {
        stage.run(to: seconds + 0.5)
        read = []
        switch mode {
        case .automatic: if stage.session.isResting { stage.press(at: seconds) }
        case .inverse: hold(!isHolding)
        case .step: stage.press(at: seconds, stage.session.isResting ? .select : .step)
        case .stepDwell, .direct: stage.press(at: seconds)
        }
    }

    /// It is not what is wanted; a press sooner than `ignore_repeat` would not be heard.
    private mutating func moveOn() {
        switch mode {
        case .automatic, .inverse, .direct: break
        case .step: stage.press(at: seconds + 0.4, .step)
        case .stepDwell: stage.press(at: seconds + 0.4)
        }
    }

    /// It is what is wanted.
    private mutating func take(_ cue: String) {
        switch mode {
        case .automatic, .step: stage.press(at: seconds + 0.2)
        case .inverse:
            stage.run(to: seconds + 0.2)
            hold(false)
        case .stepDwell: stage.run(to: seconds + 3.2)
        case .direct:
            digit = Self.waysBack.contains(cue) ? 0 : read.count
            stage.press(at: seconds + 0.2, .digit(digit))
        }
        heard = stage.effects.count
        read = []
    }

    private mutating func hold(_ isHeld: Bool) {
        isHolding = isHeld
        stage.edge(at: seconds, .select, isHeld ? .press : .release)
    }

    /// Presses in the window that opens next, as somebody does who says yes.
    mutating func answer() {
        let start = stage.lines.count
        let end = seconds + 30
        while !stage.lines.dropFirst(start).contains(where: { $0.hasSuffix("(window)") }), seconds < end {
            stage.run(to: seconds + 0.1)
        }
        if seconds >= end { Issue.record("\(mode): no window\n\(stage.text)") }
        stage.press(at: seconds + 1, mode == .direct ? .digit(digit) : .select)
        heard = stage.effects.count
    }

    mutating func wait(_ seconds: Double) { stage.run(to: self.seconds + seconds) }
}
