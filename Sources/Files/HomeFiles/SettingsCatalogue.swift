/// Every option of `beckon.yaml`: what the reader knows, the template shows and docs/configuration.md tells.
public enum SettingsCatalogue {
    /// One line of the file.
    public struct Option: Equatable, Sendable {
        public var name: String
        /// As it is written in the file.
        public var standard: String
        /// What may stand there.
        public var range: String
        /// What it does for a person.
        public var meaning: String
        /// Whether the template has it in force, because every home changes it.
        public var isOwn = false
        /// What the template has in force instead of the default, which homes of before keep.
        public var new: String?
        /// Whether it can be changed on the machine only, not through the service: see `MachineSettings`.
        public var isMachineOnly = false
        /// What it can do to the machine, for docs/security.md.
        public var risk = "None."
    }

    /// Options under one key; under none for those of the file's top.
    public struct Section: Equatable, Sendable {
        /// The keys from the top of the file: `["switches", "keys"]`.
        public var path: [String]
        /// What it is about; a sentence.
        public var meaning: String
        public var options: [Option]

        /// `switches.keys`.
        public var name: String { path.joined(separator: ".") }
    }

    /// In the order of the template: a section comes before those inside it.
    public static let sections: [Section] =
        [home, client, caregiver, top, scanning] + switches + station + voices
        + [alerts, service, tuning, display, care, sessions, moods, encouragement]

    /// The names that a section may have: its options and the sections in it.
    static func keys(of path: [String]) -> [String] {
        let options = sections.filter { $0.path == path }.flatMap { $0.options.map(\.name) }
        let inner = sections.compactMap {
            $0.path.count > path.count && $0.path.starts(with: path) ? $0.path[path.count] : nil
        }
        return options + inner.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
