import Boards
import HomeFiles
import Scanning

/// The settings with the client's own pace.
///
/// | happens | scan time in force | the pace |
/// |---|---|---|
/// | staff change the settings of scanning | theirs, at the client's pace | kept if they have the same scan time, else begins anew |
/// | the client wants it slower or faster | a step longer or shorter, within the limits | a step |
/// | the client wants the usual pace | the settings', or the fitted one | no steps |
/// | a scan time was fitted to the presses | the fitted one | begins anew from it |
struct SettingsInForce: Sendable {
    private(set) var settings: HomeSettings
    /// The home's settings with the client's pace.
    private(set) var scanning: ScanParameters
    private(set) var pace: Pace

    /// - Parameter pace: As it was stored, if it was.
    init(_ settings: HomeSettings, pace: Pace?) {
        self.settings = settings
        let base = settings.scanning.scanTime
        self.pace = pace?.adopting(base, automatic: settings.tuning.automatic) ?? Pace(base: base)
        scanning = settings.scanning
        setScanTime()
    }

    /// The changes of pace that would do nothing now.
    var idlePaceChanges: Set<BoardItem.PaceChange> { pace.idleChanges(limits: settings.tuning.limits) }

    mutating func adopt(_ changed: ScanParameters, _ tuning: HomeSettings.Tuning) {
        settings.scanning = changed
        settings.tuning = tuning
        pace = pace.adopting(changed.scanTime, automatic: tuning.automatic)
        scanning = changed
        setScanTime()
    }

    /// - Returns: Whether anything has changed.
    mutating func change(_ change: BoardItem.PaceChange) -> Bool {
        defer { setScanTime() }
        return switch change {
        case .slower: pace.slower(limits: settings.tuning.limits)
        case .faster: pace.faster(limits: settings.tuning.limits)
        case .usual: pace.reset()
        }
    }

    /// - Parameter day: When it was fitted, counted from 1970-01-01.
    mutating func fit(_ scanTime: Duration, on day: Int) {
        pace.fit(scanTime, on: day)
        setScanTime()
    }

    mutating func rename(client: String, caregiver: String) {
        settings.client.name = client
        settings.caregiver.name = caregiver
    }

    mutating func guide(_ guidance: HomeSettings.Guidance) { settings.guidance = guidance }

    mutating func show(_ display: HomeSettings.Display) { settings.display = display }

    /// The home decides whose kiosk this is.
    mutating func serve(_ client: String) { settings.client.id = client }

    private mutating func setScanTime() {
        scanning.scanTime = pace.scanTime(for: settings.scanning.scanTime, limits: settings.tuning.limits)
    }
}
