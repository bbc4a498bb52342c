import Chance
import Scanning
import Time

/// What a switch does and when, with which parameters, from a seed and a number alone.
struct RandomSequence {
    var parameters: ScanParameters
    /// Edges in the order of time; some presses are never let go, some releases have no press.
    var edges: [SwitchEdge] = []
    /// When the session wants something of the scanner, and what.
    var wishes: [(at: Instant, wish: Wish)] = []
    /// Seeds what cannot be known beforehand: how long cues take, what a choice leads to.
    var chance: UInt64

    enum Wish {
        case pauseAtStepEnd, pauseNow, restNow, repeatCue
    }

    init(seed: UInt64, number: Int) {
        var generator = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ UInt64(number))
        parameters = Self.parameters(&generator)
        chance = generator.next()
        var time = Duration.zero
        let keys = Int.random(in: 1...3, using: &generator)
        var isDown = [false, false, false]
        for _ in 0..<Int.random(in: 2...24, using: &generator) {
            time += Self.pause(&generator)
            let key = Int.random(in: 0..<keys, using: &generator)
            // Mostly the other edge; now and then one that was lost.
            let isPress = Double.random(in: 0..<1, using: &generator) < 0.05 ? isDown[key] : !isDown[key]
            isDown[key] = isPress
            edges.append(
                SwitchEdge(
                    role: Self.role(key, parameters.mode, &generator), source: .init(device: 1, key: key),
                    direction: isPress ? .press : .release, at: Instant(nanoseconds: time.nanoseconds)))
        }
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            let at = Int64.random(in: 0...max(1, time.nanoseconds), using: &generator)
            let wish = [Wish.pauseAtStepEnd, .pauseNow, .restNow, .repeatCue].randomElement(using: &generator)
            wishes.append((Instant(nanoseconds: at), wish ?? .pauseNow))
        }
        wishes.sort { $0.at < $1.at }
    }

    /// Bounce, spasms, taps and hesitation.
    private static func pause(_ generator: inout SeededGenerator) -> Duration {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: .microseconds(Int.random(in: 100...40_000, using: &generator))
        case 1, 2, 3: .milliseconds(Int.random(in: 40...400, using: &generator))
        case 4...8: .milliseconds(Int.random(in: 200...4000, using: &generator))
        default: .milliseconds(Int.random(in: 1000...30_000, using: &generator))
        }
    }

    private static func role(
        _ key: Int, _ mode: ScanParameters.Mode, _ generator: inout SeededGenerator
    ) -> SwitchRole {
        switch key {
        case 0: .select
        case 1: mode == .direct ? .digit(Int.random(in: 0...9, using: &generator)) : .step
        default: .back
        }
    }

    private static func parameters(_ generator: inout SeededGenerator) -> ScanParameters {
        var parameters = ScanParameters()
        func chance(_ probability: Double) -> Bool {
            Double.random(in: 0..<1, using: &generator) < probability
        }
        /// In the option's range, to the millisecond.
        func vary(_ time: WritableKeyPath<ScanParameters, Duration>, _ probability: Double) {
            let range = ScanOption.range(of: time)
            func milliseconds(_ end: Duration) -> Int { Int(end / .milliseconds(1)) }
            guard chance(probability) else { return }
            parameters[keyPath: time] = .milliseconds(
                Int.random(
                    in: milliseconds(range.lowerBound)...milliseconds(range.upperBound), using: &generator))
        }
        func milliseconds(_ range: ClosedRange<Int>) -> Duration {
            .milliseconds(Int.random(in: range, using: &generator))
        }
        parameters.mode = ScanParameters.Mode.allCases.randomElement(using: &generator) ?? .automatic
        parameters.afterLoops = ScanParameters.AfterLoops.allCases.randomElement(using: &generator) ?? .up
        parameters.resumeAfterSelect =
            ScanParameters.ResumeAfterSelect.allCases.randomElement(using: &generator) ?? .first
        parameters.backItem = ScanParameters.BackItem.allCases.randomElement(using: &generator) ?? .end
        vary(\.scanTime, 0.3)
        vary(\.firstItemExtra, 0.3)
        vary(\.levelEntryPause, 0.3)
        vary(\.initialDelay, 0.3)
        if chance(0.5) { parameters.loops = Int.random(in: 0...10, using: &generator) }
        vary(\.electricalDebounce, 0.5)
        vary(\.acceptanceTime, 0.15)
        vary(\.ignoreRepeat, 0.2)
        vary(\.releaseTime, 0.15)
        if chance(0.15) { parameters.activateOn = .release }
        if chance(0.15) { parameters.longPressTime = milliseconds(500...5000) }
        if chance(0.3) { parameters.helpPresses = Int.random(in: 3...9, using: &generator) }
        vary(\.dwellTime, 0.5)
        if chance(0.3) { parameters.moveRepeat = milliseconds(200...2000) }
        vary(\.latePressWindow, 0.5)
        vary(\.minimumCueTime, 0.5)
        vary(\.maxCueTime, 0.3)
        if chance(0.3) { parameters.preview = Double.random(in: 1...3, using: &generator) }
        vary(\.inactivityRest, 0.5)
        if chance(0.1) { parameters.inactivityRest = .zero }
        return parameters
    }
}
