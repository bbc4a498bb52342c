public import HomeFiles
import StaffFiles

extension HomeFolder {
    /// The settings as they are in use: as they stand in the file or, while that has mistakes, as they stood when it last had none. The
    /// defaults where there is neither.
    public var settingsInUse: HomeSettings {
        var ignored: [Finding] = []
        return StaffFileReader.settings(settingsFile, named: settingsFile, &ignored)
            ?? lastGoodSettings ?? .standard
    }

    /// The settings as they were when their file last had no mistakes; a copy of an older Beckon may have marks of direction.
    var lastGoodSettings: HomeSettings? {
        var ignored: [Finding] = []
        return StaffFileReader.settings(
            "\(lastGoodFolder)/beckon.yaml", named: settingsFile, marks: .removed, &ignored)
    }
}
