public import HomeFiles
import StaffFiles

extension HomeFolder {
    /// The settings as they are in use: as their file has them or, while that has mistakes, the kept ones.
    public var settingsInUse: HomeSettings {
        var ignored: [Finding] = []
        return StaffFileReader.settings(settingsFile, named: settingsFile, &ignored) ?? keptSettings
    }

    /// Whether a kiosk of this home takes its client's settings and boards from a service on another machine.
    var fetchesContents: Bool { settingsInUse.service.fetchesContents }

    /// What is used instead of a file with mistakes: the settings as they were when it last had none; those of an older Beckon, which allowed
    /// marks of direction; else the defaults.
    var keptSettings: HomeSettings { readableSettings ?? .standard }

    /// Whether there are settings to go by: those of their file, or kept ones while that has mistakes.
    public var hasSettings: Bool {
        var ignored: [Finding] = []
        return StaffFileReader.settings(settingsFile, named: settingsFile, &ignored) != nil
            || readableSettings != nil
    }

    private var readableSettings: HomeSettings? {
        var ignored: [Finding] = []
        for file in ["\(lastGoodFolder)/beckon.yaml", settingsFile] {
            let kept = StaffFileReader.settings(file, named: settingsFile, marks: .removed, &ignored)
            if let kept { return kept }
        }
        return nil
    }
}
