public import Care
public import Encouragement
public import Exercises
public import Scanning
public import Speech

extension HomeSettings {
    /// The home's own settings.
    public struct HomeOwned: Equatable, Sendable {
        /// The home's name as people call it.
        public var name = Self.unnamed
        static let unnamed = "Home"
        /// The home's name, where somebody has given it one.
        public var givenName: String? { name == Self.unnamed ? nil : name }
        /// BCP 47: chooses the phrases, and the voices where they name none.
        public var language = "en-GB"
        /// Who answers at the station.
        public var caregiver = Person(id: "caregiver", name: Care.Person.unnamed)
        /// The home's time zone, an IANA name; `nil`: the machine's own.
        public var zone: String?
        /// When each shift begins, in minutes since midnight, 0–1439: 1–6 of them, rising.
        public var shifts = ShiftTime.usualBegins
        public var alerts = Alerts()
        public var service = Service()
        /// Where an appointment takes place by video; `nil`: nowhere.
        public var videoLink: VideoLink?

        public init() {}
    }

    /// A client's settings.
    public struct ClientOwned: Equatable, Sendable {
        public var client = Person(id: "client", name: Care.Person.unnamed)
        /// The first board, relative to the home folder.
        public var board = "boards/home.yaml"
        public var scanning = ScanParameters()
        /// A switch held longer than this seems stuck. 1–600 s.
        public var stuckAfter: Duration = .seconds(20)
        /// Whether caregivers are told when the client has not pressed for longer than usual.
        public var tellsSilence = true
        public var tuning = Tuning()
        public var display = Display()
        /// How many days before its own an assignment opens, 0–7.
        public var opensDaysAhead = 0
        /// How long a provider who is only pretended lets the client wait, to try it; 0: nobody is pretended. At most 10 min.
        public var pretendWait: Duration = .zero
        /// The faces by which the client says how they are.
        public var moodScale = MoodScale.faces5
        /// Which exercises the client may do.
        public var breathing = BreathingCare.any
        /// The client's own breaths a minute at rest, with which exercises begin. 4–40.
        public var breathingRate = Breathing.usualRate
        /// When and how the client is encouraged.
        public var encouragement = EncouragementSettings()

        public init() {}
    }

    /// A machine's settings.
    public struct DeviceOwned: Equatable, Sendable {
        public var switches: Keys
        /// Folders of other clients who use this kiosk, relative to the home folder, each with a `beckon.yaml`.
        public var sharedWith: [String] = []
        public var station: Keys
        public var mainVoice = VoiceSettings(volume: 1)
        public var cueVoice = VoiceSettings(volume: 0.5)
        public var alertVoice = VoiceSettings(volume: 1)
        /// Where the pulses of exercises are felt.
        public var pulses = PulseSettings()
        /// What to do about a sound card that its own mixer mutes.
        public var mixer = MixerUse.audible
        /// Plays silence while scanning, for amplifiers that swallow the first syllable.
        public var keepAwake = true

        public init(switches: Keys, station: Keys) {
            self.switches = switches
            self.station = station
        }
    }
}
