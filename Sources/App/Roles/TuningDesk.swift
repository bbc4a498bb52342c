import Dispatch
import Evidence
import HomeFiles
import Logging
import Scanning
import Synchronization
import TuningFiles

/// Stores what is learnt from the client's presses, and fits the scan time automatically if staff have
/// switched that on.
final class TuningDesk: Sendable {
    private let home: String
    private let settings: Mutex<HomeSettings>
    /// Those that the kiosk has read since it started.
    private let keys: HomeSettings.Keys
    private let log: PressLog
    private let paceFile: PaceFile
    private let queue = DispatchQueue(label: "beckon.tuning", qos: .utility)
    private let pace: Mutex<Pace>
    /// The day on which the fitting was last looked at.
    private let lookedOn = Mutex<Int?>(nil)
    /// Whether the session has been told what was kept of the presses, since they are weighed.
    private let hasTold = Mutex(false)
    private let logger: Logger
    /// Its value when the kiosk started.
    let keptPace: Pace

    init(home: String, settings: HomeSettings, logger: Logger) {
        self.home = home
        self.settings = Mutex(settings)
        keys = settings.switches
        self.logger = logger
        log = PressLog(home: home, logger: logger)
        paceFile = PaceFile(home: home, logger: logger)
        let base = settings.scanning.scanTime
        keptPace = paceFile.load()?.adopting(base, automatic: settings.tuning.automatic) ?? Pace(base: base)
        pace = Mutex(keptPace)
    }

    /// Takes over changed settings: from now on, though the session itself does so only at rest.
    ///
    /// - Returns: What is in use then.
    func adopt(_ changed: HomeSettings) -> HomeSettings {
        settings.withLock { present in
            present = changed.scannable(with: keys, present: present.scanning)
            return present
        }
    }

    /// Reads what was kept of the presses, for a session that weighs them: once, and again where that was off in between. Returns at once.
    ///
    /// - Parameter onKnown: told of it on a queue of the desk's own; not where presses are not weighed or not kept.
    func recallPresses(_ onKnown: @escaping @Sendable (PressProfile) -> Void) {
        let isWanted = settings.withLock { $0.scanning.pressEvidence != .off && $0.tuning.keep }
        let isNew = hasTold.withLock { told in
            defer { told = isWanted }
            return isWanted && !told
        }
        guard isNew else { return }
        queue.async { [self] in
            // What was noted a moment ago is to be known too.
            log.flush()
            do {
                let dated = try PressReading.read(home: home).dated()
                onKnown(PressProfile(dated.records, today: dated.today))
            } catch {
                logger.warning("what was kept of the presses is not known", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Keeps a record, and looks once a day whether the scan time still fits. Returns at once.
    ///
    /// - Parameter onFit: told of another scan time and the day of it, on a queue of the desk's own.
    func keep(_ record: PressRecord, onFit: @escaping @Sendable (Duration, Int) -> Void) {
        let settings = settings.withLock { $0 }
        guard settings.tuning.keep else { return }
        log.keep(record)
        guard settings.tuning.automatic, case .choice = record else { return }
        let today = TuningFolder.today
        let isNew = lookedOn.withLock { day in
            defer { day = today }
            return day != today
        }
        guard isNew else { return }
        queue.async { [self] in fit(on: today, onFit) }
    }

    private func fit(on today: Int, _ onFit: @Sendable (Duration, Int) -> Void) {
        log.flush()
        do {
            let settings = settings.withLock { $0 }
            let history = PressHistory(try PressReading.read(home: home).records)
            let next = AutomaticPace.next(
                pace.withLock { $0 }, history: history, parameters: settings.scanning,
                limits: settings.tuning.limits, today: today)
            if let next { onFit(next, today) }
        } catch {
            logger.warning("the scan time is not fitted", metadata: ["error": "\(error)"])
        }
    }

    /// Keeps the client's own pace. Returns at once.
    func keep(_ pace: Pace) {
        self.pace.withLock { $0 = pace }
        paceFile.save(pace)
    }

    /// Waits until all is written.
    func flush() {
        queue.sync {}
        log.flush()
        paceFile.flush()
    }
}

extension HomeSettings {
    /// As a kiosk can use them that reads these keys: a way of scanning that needs others would leave the client without a switch, so
    /// all of the scanning waits with it. Its other settings were chosen for that way.
    ///
    /// - Parameter present: The scanning in use.
    func scannable(with keys: Keys, present: ScanParameters) -> HomeSettings {
        guard !keys.suffice(for: self.scanning.mode) else { return self }
        var waiting = self
        waiting.scanning = present
        return waiting
    }
}
