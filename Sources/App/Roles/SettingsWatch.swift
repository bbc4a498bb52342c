public import HomeFiles
import RealTime

/// Tells what `beckon.yaml` says whenever it has changed.
public final class SettingsWatch: Sendable {
    private let file: String
    private let watch: FileWatch?

    public init(_ home: HomeFolder) {
        file = home.settingsFile
        watch = FileWatch([.init(folder: home.path, name: "beckon.yaml")])
    }

    /// Calls `onChange` on a thread of its own until `stop`. A file with mistakes is not told: the kiosk's own watch reports them.
    public func start(_ onChange: @escaping @Sendable (HomeSettings) -> Void) {
        let file = file
        _ = watch?.start {
            if let settings = try? StaffFileReader.settings(at: file) { onChange(settings) }
        }
    }

    public func stop() { watch?.stop() }
}
