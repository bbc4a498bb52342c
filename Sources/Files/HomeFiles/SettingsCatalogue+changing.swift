public import Care

extension SettingsCatalogue {
    /// A setting that can be changed through the service.
    public struct Changeable: Sendable {
        /// Of `scanning` and of the file's top without a section; all others with theirs: `voices.main.rate`.
        public let name: String
        /// The keys from the top of the file to its section.
        public let path: [String]
        public let option: Option

        public var form: OptionForm { OptionForm(range: option.range) }
    }

    /// Names of people, who are in the service's store, too: they are changed there.
    public static let namesOfPeople = ["client.name", "caregiver.name"]

    /// All that can be changed through the service, in the order of the file.
    public static let changeable: [Changeable] = sections.flatMap { section in
        section.options.filter { !$0.isMachineOnly }.map { option in
            let isBare = section.path.isEmpty || section.path == ["scanning"]
            return Changeable(
                name: isBare ? option.name : "\(section.name).\(option.name)", path: section.path,
                option: option)
        }
    }
}

extension SettingsCatalogue.Changeable {
    /// When a change of it counts.
    public var effect: HomeOptions.Effect {
        switch path.first {
        case "scanning", "tuning": .atRest
        case "display", "care", "sessions", "moods", "encouragement": .atOnce
        case "home", "client", "caregiver": ["name", "shifts"].contains(option.name) ? .atOnce : .atStart
        // What stations do; the rest of it is the service's.
        case "alerts":
            ["repeat_urgent", "repeat", "repeat_reminder", "tell_points"].contains(option.name)
                ? .atOnce : .atStart
        case "voices":
            option.name == "pulses_volume" || path.count == 2 && option.name != "device" ? .atOnce : .atStart
        // The kiosk takes another first board over between two steps.
        case nil: option.name == "board" ? .atOnce : .atStart
        default: .atStart
        }
    }
}
