/// The settings of a home, client or device that can be changed through the service, with what each means: the answer to `GET /settings`.
public struct HomeOptions: Codable, Sendable, Equatable {
    /// When a change counts.
    public enum Effect: String, Codable, Sendable, CaseIterable {
        case atOnce = "at_once"
        /// As soon as the client's kiosk rests.
        case atRest = "at_rest"
        /// From the next start of Beckon.
        case atStart = "at_start"
    }

    /// A value that this machine, or this home, has for a setting.
    public struct Choice: Codable, Sendable, Equatable {
        /// As the file has it.
        public var value: String
        /// What it calls itself; absent where that is its value.
        public var name: String?

        public init(_ value: String, name: String? = nil) {
            self.value = value
            self.name = name
        }
    }

    public struct Option: Codable, Sendable, Equatable {
        /// Of `scanning` and of the file's top without a section, as `scan_time`; all others with theirs, as `voices.main.rate`.
        public var name: String
        /// As the file has it; absent where it does not, and the default applies.
        public var value: String?
        public var standard: String
        /// The allowed values, in words.
        public var range: String
        /// What it does for a person.
        public var meaning: String
        public var effect: Effect
        /// What fits how this client presses, where enough presses were measured and it is another value.
        public var proposed: String?
        /// What there is to choose from, the likeliest first, where only this machine or home knows it; the file may have others. Absent
        /// where nobody asked for it.
        public var choices: [Choice]?

        public init(
            name: String, value: String?, standard: String, range: String, meaning: String,
            effect: Effect = .atStart, proposed: String? = nil, choices: [Choice]? = nil
        ) {
            self.name = name
            self.value = value
            self.standard = standard
            self.range = range
            self.meaning = meaning
            self.effect = effect
            self.proposed = proposed
            self.choices = choices
        }
    }

    /// A setting that no message changes: somebody edits `beckon.yaml` on the machine.
    public struct Fixed: Codable, Sendable, Equatable {
        /// From the top of the file: `service.listen`.
        public var name: String
        /// As it is in the file; of a command, which may hold a password, only `set` or `none`.
        public var value: String
        /// What it does.
        public var meaning: String

        public init(name: String, value: String, meaning: String) {
            self.name = name
            self.value = value
            self.meaning = meaning
        }
    }

    /// Of the file: of `beckon.yaml`, or of the client's or device's own.
    public var version: String
    /// The client, as spoken.
    public var client: String
    /// Whether there is a file yet; a client or device without one has what its own machine's files say.
    public var isWritten: Bool
    public var options: [Option]
    /// What can be changed on the machine only.
    public var machine: [Fixed]

    public init(
        version: String, client: String, isWritten: Bool = true, options: [Option], machine: [Fixed] = []
    ) {
        self.version = version
        self.client = client
        self.isWritten = isWritten
        self.options = options
        self.machine = machine
    }

    enum CodingKeys: String, CodingKey {
        case version, client, options, machine
        case isWritten = "written"
    }
}

/// Other values for some of the settings: the body of `PUT /settings`.
public struct OptionChange: Codable, Sendable, Equatable {
    /// As staff write them: `"scan_time": "1.25 s"`. What is not named stays.
    public var values: [String: String]
    /// The version that the writer had seen.
    public var version: String
    /// Whether its writer has said that it is meant: to allow more exercises than a client's breathing did needs that.
    @PresentIfTrue public var isOnPurpose: Bool

    public init(values: [String: String], version: String, isOnPurpose: Bool = false) {
        self.values = values
        self.version = version
        self.isOnPurpose = isOnPurpose
    }

    enum CodingKeys: String, CodingKey {
        case values, version
        case isOnPurpose = "on_purpose"
    }

    /// What is changed, without what it is changed to: some values are secret.
    public var names: [String] { values.keys.sorted() }
}

/// What Beckon says in the home's language: the answer to `GET /phrases`.
public struct HomePhrases: Codable, Sendable, Equatable {
    public struct Phrase: Codable, Sendable, Equatable {
        public var key: String
        /// As the file has it; absent where it does not, and the sentence that came with Beckon is said.
        public var text: String?
        public var standard: String
        /// What it must contain: `{client}`.
        public var holds: [String]
        /// What it and its neighbours are for.
        public var purpose: String

        public init(key: String, text: String?, standard: String, holds: [String], purpose: String) {
            self.key = key
            self.text = text
            self.standard = standard
            self.holds = holds
            self.purpose = purpose
        }
    }

    /// The file's name: `phrases.en.yaml`.
    public var name: String
    public var version: String
    public var phrases: [Phrase]

    public init(name: String, version: String, phrases: [Phrase]) {
        self.name = name
        self.version = version
        self.phrases = phrases
    }
}
