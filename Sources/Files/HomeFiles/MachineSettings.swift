import Care
import Speech
public import StaffFiles

/// The settings that can be changed on the machine only, by editing its `beckon.yaml`: those that can start a
/// program there, give others access, weaken the service's network security, or open something outside the
/// home's folder.
///
/// Otherwise, anybody who may change settings in a browser could do all of that on the machine. The meaning
/// of two texts is compared, not their spelling, so neither an alias nor another spelling gets around it.
public enum MachineSettings {
    /// One of them.
    public struct Setting: Equatable, Sendable {
        /// From the top of the file: `service.listen`.
        public var name: String
        /// As it is read.
        public var values: [String]
        /// Whether its value may be shown to people who may see the settings: a command may contain a
        /// password.
        public var isSecret = false

        /// Byte by byte: texts that Unicode calls equal are other words to a shell and other paths to a disk.
        public static func == (left: Self, right: Self) -> Bool {
            left.name == right.name && left.isSecret == right.isSecret
                && left.values.map { Array($0.utf8) } == right.values.map { Array($0.utf8) }
        }

        /// For whoever looks at it.
        public var text: String {
            if values.isEmpty { return "none" }
            return isSecret ? "set" : values.joined(separator: ", ")
        }
    }

    /// All of them, as they are in some settings, in the order of the catalogue.
    public static func values(of settings: HomeSettings) -> [Setting] {
        let service = settings.service
        return [
            Setting(name: "switches.devices", values: settings.switches.devices),
            Setting(name: "switches.shared_with", values: settings.sharedWith),
            Setting(name: "station.devices", values: settings.station.devices),
            Setting(name: "alerts.command", values: settings.alerts.policy.command, isSecret: true),
            Setting(name: "service.listen", values: [address(service)]),
            Setting(name: "service.names", values: service.names),
            Setting(name: "service.certificate", values: [service.certificate].compactMap { $0 }),
            Setting(name: "service.key", values: [service.key].compactMap { $0 }),
            Setting(name: "service.trust", values: [service.trust].compactMap { $0 }),
            Setting(name: "service.fetch", values: [String(service.fetchesContents)]),
            Setting(name: "service.allow_plain_http", values: [String(service.allowsPlainHTTP)]),
        ]
    }

    private static func address(_ service: HomeSettings.Service) -> String {
        service.host.contains(":")
            ? "[\(service.host)]:\(service.port)" : "\(service.host):\(service.port)"
    }

    /// Voices for which eSpeak NG starts a program. Any other voice can be chosen everywhere.
    private static func voices(of settings: HomeSettings) -> [Setting] {
        [("main", settings.mainVoice), ("cue", settings.cueVoice), ("alert", settings.alertVoice)].map {
            let program = $1.voice.flatMap { VoiceName.startsProgram($0) ? $0 : nil }
            return Setting(name: "voices.\($0).voice", values: [program].compactMap { $0 })
        }
    }

    /// What one of them does, as the catalogue tells it.
    public static func meaning(of name: String) -> String {
        let found = SettingsCatalogue.sections.lazy.flatMap { section in
            section.options.map { (([section.name] + [$0.name]).joined(separator: "."), $0.meaning) }
        }.first { $0.0 == name }
        return found?.1 ?? ""
    }

    /// What a text would change of them, each at its place in the text; empty where nothing, and where the text cannot be read, which has
    /// findings of its own.
    ///
    /// - Parameter old: The settings before.
    public static func changes(from old: HomeSettings, in bytes: [UInt8], file: String) -> [Finding] {
        guard let new = SettingsReader.readable(bytes, file: file) else { return [] }
        let before = values(of: old) + voices(of: old)
        let after = values(of: new) + voices(of: new)
        let changed = zip(before, after).filter { $0 != $1 }.map(\.0)
        guard !changed.isEmpty else { return [] }
        let root = StaffFile.read(bytes, file: file, marks: .removed).root
        // A log of its own: that of the file may be full already.
        let log = FindingLog(file: file)
        for setting in changed {
            log.error(
                "`\(setting.name)` can be changed on the machine only: leave it here as it was, and edit beckon.yaml there",
                at: place(of: setting.name, in: root))
        }
        return log.findings
    }

    /// The place of a setting; of its section, or the file's beginning, where it is missing.
    private static func place(of name: String, in root: StaffNode?) -> SourceRange {
        var place = SourceRange.start
        var node = root
        for key in name.split(separator: ".") {
            guard case .mapping(let entries)? = node?.content,
                let entry = entries.first(where: { $0.key.value == key })
            else { return place }
            place = entry.key.range
            node = entry.value
        }
        return place
    }
}
