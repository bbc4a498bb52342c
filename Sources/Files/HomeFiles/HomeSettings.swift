public import Care
public import Scanning

/// What `beckon.yaml` says, with every default filled in: by whom it belongs to, although one file says all of it.
///
/// A setting is also found without its owner's name: `settings.scanning` is `settings.clientOwned.scanning`. No two owners
/// have one of the same name.
@dynamicMemberLookup
public struct HomeSettings: Equatable, Sendable {
    /// A person as Beckon speaks of them.
    public struct Person: Equatable, Sendable {
        /// A short id: letters, digits, `-`; e.g. `maria`.
        public var id: String
        /// As spoken, e.g. `Maria`.
        public var name: String

        public init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// Which devices are read, and what their keys mean.
    public struct Keys: Equatable, Sendable {
        /// `auto`, `terminal`, `none`, a path, a device's name, or `vendor:product` in hexadecimal.
        public var devices: [String]
        /// Whether the devices are grabbed (`EVIOCGRAB`).
        public var grab: Bool
        /// Linux key codes (`KEY_SPACE` is 57) to what they mean.
        public var roles: [UInt16: SwitchRole]

        public init(devices: [String], grab: Bool, roles: [UInt16: SwitchRole]) {
            self.devices = devices
            self.grab = grab
            self.roles = roles
        }

        /// Whether there is a key for each press that this way of scanning cannot do without.
        public func suffice(for mode: ScanParameters.Mode) -> Bool {
            let needed: [SwitchRole] =
                switch mode {
                case .automatic, .inverse, .stepDwell: [.select]
                case .step: [.select, .step]
                case .direct: [.digit(1)]
                }
            return needed.allSatisfy(roles.values.contains)
        }
    }

    /// When and how caregivers are alerted.
    public struct Alerts: Equatable, Sendable {
        /// Until somebody answers. 10 s and 30 s after UL 1069 and IEC 60601-1-8.
        public var repeatUrgent: Duration = .seconds(10)
        public var repeatOther: Duration = .seconds(30)
        /// What is due, until somebody has dealt with it. Zero is once.
        public var repeatReminder: Duration = .seconds(300)
        /// Whether stations say how many points somebody has after a chore that was ticked off there, and that somebody has reached a reward.
        public var tellsPoints = false
        /// What the service does when nobody answers.
        public var policy = AlertPolicy()

        public init() {}
    }

    /// The service's name and place.
    public struct Service: Equatable, Sendable {
        public var host = "127.0.0.1"
        /// 0–65535; 0 takes any free port.
        public var port = 4280
        /// Additional names under which it is reached, besides those that it finds itself; in lower case,
        /// without port.
        public var names: [String] = []
        /// Whether other machines may reach it without TLS.
        public var allowsPlainHTTP = false
        /// PEM files of the certificate (with those between it and its root) and its key, from the home's folder; both or none.
        public var certificate: String?
        public var key: String?
        /// A PEM file that kiosks and stations of this home trust, from the home's folder; `nil`: the certificate.
        public var trust: String?
        /// Whether a kiosk on another machine takes its client's settings and boards from the service's home.
        public var fetchesContents = false

        public init() {}
    }

    /// What is learnt from the presses, and what is changed automatically.
    public struct Tuning: Equatable, Sendable {
        /// Whether the times of presses are kept.
        public var keep = true
        /// Whether the scan time is fitted without anybody's approval.
        public var automatic = false
        /// For the automatic fitting and the client's own pace.
        public var limits = PaceLimits()

        public init() {}
    }

    /// The client's screen.
    public struct Display: Equatable, Sendable {
        public var look = ScreenLook.standard
        /// How many cards are side by side, 1–6; `nil`: as the board says, or as many as make a square.
        public var columns: Int?

        public init() {}
    }

    /// Settings that are the same for everybody who lives here, whichever device they use.
    public var homeOwned = HomeOwned()
    /// What goes with the client, to whichever kiosk they use.
    public var clientOwned = ClientOwned()
    /// Settings of a machine: its devices, and how it sounds.
    public var deviceOwned: DeviceOwned

    /// All defaults, with the given keys.
    public init(switches: Keys, station: Keys) {
        deviceOwned = DeviceOwned(switches: switches, station: station)
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<HomeOwned, Value>) -> Value {
        get { homeOwned[keyPath: path] }
        set { homeOwned[keyPath: path] = newValue }
    }

    public subscript<Value>(dynamicMember path: KeyPath<HomeOwned, Value>) -> Value {
        homeOwned[keyPath: path]
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<ClientOwned, Value>) -> Value {
        get { clientOwned[keyPath: path] }
        set { clientOwned[keyPath: path] = newValue }
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<DeviceOwned, Value>) -> Value {
        get { deviceOwned[keyPath: path] }
        set { deviceOwned[keyPath: path] = newValue }
    }
}
