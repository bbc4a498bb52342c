import Boards
import Foundation
import HomeFiles
import Scanning
import Speech
import Time

extension KioskSession {
    // MARK: - Changed settings

    /// At rest, and with every switch up: nobody's press or pass changes its meaning on the way.
    mutating func takeOverWaitingScanning(_ effects: inout Effects) {
        if let fit = waitingFit, isResting {
            waitingFit = nil
            self.fit(fit.scanTime, on: fit.day, &effects)
        }
        guard let (changed, tuning) = waitingScanning, isResting, filter.isIdle else { return }
        waitingScanning = nil
        settings.scanning = changed
        settings.tuning = tuning
        pace = pace.adopting(changed.scanTime, automatic: tuning.automatic)
        scanning = changed
        scanning.scanTime = pace.scanTime(for: changed.scanTime, limits: tuning.limits)
        recorder.isOn = tuning.keep
        filter = SwitchFilter(parameters: scanning, stuckAfter: settings.stuckAfter)
        maker.parameters = scanning
        maker.idlePaceChanges = pace.idleChanges(limits: tuning.limits)
        let top = maker.top
        scanner = Scanner(parameters: scanning, top: top.scan)
        levels = [top.scan.id: top]
        effects.add(.keepPace(pace))
        effects.add(.log("the settings of scanning have changed and are in use"))
    }

    // MARK: - The client's own pace

    mutating func changePace(_ change: BoardItem.PaceChange, at now: Instant, _ effects: inout Effects) {
        guard scanning.movesByItself else {
            runChoice(Script(steps: [.say(announcement(.text(phrases[.paceLimit])))]), at: now, &effects)
            return
        }
        let hasChanged: Bool
        let phrase: PhraseKey
        switch change {
        case .slower: (hasChanged, phrase) = (pace.slower(limits: settings.tuning.limits), .paceSlower)
        case .faster: (hasChanged, phrase) = (pace.faster(limits: settings.tuning.limits), .paceFaster)
        case .usual: (hasChanged, phrase) = (pace.reset(), .paceUsual)
        }
        adoptPace(&effects)
        let said = hasChanged || change == .usual ? phrases[phrase, [.seconds: seconds]] : phrases[.paceLimit]
        runChoice(Script(steps: [.say(announcement(.text(said)))]), at: now, &effects)
    }

    /// The scan time as it is spoken: "1.7".
    private var seconds: String {
        (scanning.scanTime / .seconds(1)).formatted(
            .number.precision(.fractionLength(0...1)).locale(Locale(identifier: phrases.language)))
    }

    /// Takes over what was fitted by itself; only asked for where staff have switched that on.
    private mutating func fit(_ scanTime: Duration, on day: Int, _ effects: inout Effects) {
        pace.fit(scanTime, on: day)
        adoptPace(&effects)
        effects.add(.log("scan_time is fitted: \(scanning.scanTime)"))
    }

    private mutating func adoptPace(_ effects: inout Effects) {
        let limits = settings.tuning.limits
        scanning.scanTime = pace.scanTime(for: settings.scanning.scanTime, limits: limits)
        scanner.setScanTime(scanning.scanTime)
        hasPaceMoved = true
        effects.add(.keepPace(pace))
    }
}

extension Pace {
    /// The changes that would do nothing now.
    func idleChanges(limits: PaceLimits) -> Set<BoardItem.PaceChange> {
        var idle: Set<BoardItem.PaceChange> = steps == 0 ? [.usual] : []
        var tried = self
        if !tried.slower(limits: limits) { idle.insert(.slower) }
        tried = self
        if !tried.faster(limits: limits) { idle.insert(.faster) }
        return idle
    }
}
