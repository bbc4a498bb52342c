import Scanning
import StaffFiles

/// Reads the section `tuning`.
enum TuningReader {
    static func read(_ cursor: MappingCursor, scanTime: Duration, into tuning: inout HomeSettings.Tuning) {
        if let value = cursor.bool("keep") { tuning.keep = value.value }
        if let value = cursor.bool("automatic") { tuning.automatic = value.value }
        if let value = cursor.duration("fastest", in: ScanParameters.scanTimeRange) {
            tuning.limits.fastest = value.value
        }
        if let value = cursor.duration("slowest", in: ScanParameters.scanTimeRange) {
            tuning.limits.slowest = value.value
        }
        let fastest = StaffDuration.text(tuning.limits.fastest)
        let slowest = StaffDuration.text(tuning.limits.slowest)
        let place = cursor.place(of: cursor.has("fastest") ? "fastest" : "slowest")
        guard tuning.limits.fastest < tuning.limits.slowest else {
            cursor.log.error("`fastest` (\(fastest)) is not shorter than `slowest` (\(slowest))", at: place)
            return
        }
        if tuning.automatic, !tuning.keep {
            cursor.log.error(
                "`automatic: on` learns from what is kept: write `keep: on` as well",
                at: cursor.place(of: "automatic"))
        }
        if cursor.has("fastest") || cursor.has("slowest"),
            !(tuning.limits.fastest...tuning.limits.slowest).contains(scanTime)
        {
            cursor.log.warning(
                "`scan_time` (\(StaffDuration.text(scanTime))) is not between `fastest` (\(fastest)) and `slowest` (\(slowest)): it holds all the same, and limits one side in their place",
                at: place)
        }
    }
}
