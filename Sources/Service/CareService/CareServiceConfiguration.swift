public import Care
public import Channels
public import LocalSockets
public import PlanSentences
import Recurrence
public import Wording
public import ZoneFiles

/// What the service needs to know of its home.
public struct CareServiceConfiguration: Sendable {
    /// An address of this machine; loopback by default.
    public var host: String
    /// 0–65535; 0 takes any free port.
    public var port: Int
    /// The socket file for the home's own kiosk and station; `nil`: they use the port.
    public var localSocket: LocalSocket?
    /// Whether it may listen to other machines without TLS, so that others on the network can read passwords.
    public var allowsPlainHTTP = false
    /// The names under which it is reached, besides this machine's own and those of its certificate.
    public var names: [String] = []
    /// What the machine calls itself at this moment.
    var machineName: @Sendable () -> String = { HostNames.ofMachine() }
    /// The certificate for TLS.
    public var certificate: CertificateFiles?
    /// The path of `care.sqlite`, which is created if missing.
    public var storePath: String
    public var tokens: AccessTokens
    /// Where the hashes of paired devices' tokens are kept for a start without the store; `nil`: nowhere.
    public var devicesFile: String?
    public var policy: AlertPolicy
    /// The name of the person at the kiosk, as it is spoken; for what is said about the kiosk itself.
    public var clientName: String?
    /// What people type on this machine.
    public var commands = FirstSteps.Commands(kiosk: "beckon kiosk")
    /// What a client is called whom nobody has named.
    public var namelessClient = ""
    /// Where this machine is found in its network at this moment; `nil` where it is in none.
    public var ownAddress: @Sendable () -> String? = { OwnAddress.find() }
    /// What people call this home; `nil` where nobody has given it a name.
    public var homeName: String?
    /// When the home's shifts begin, in minutes since midnight, 0–1439, rising; not empty.
    public var shifts = ShiftTime.usualBegins
    /// BCP 47: for readers of whose languages there are no pages.
    public var homeLanguage: String?
    /// Where an appointment takes place by video; `nil`: nowhere.
    public var videoLink: VideoLink?
    /// The id of the home's own client: whom the home's own kiosk serves.
    public var client = "client"
    /// Whom the home's own kiosk serves besides, by their ids.
    public var ownClients: Set<String> = []
    /// The people in the settings: they are added to the store at the start. For those who are there already, only the
    /// name is updated.
    public var people: [Person] = []
    /// The home's zone, an IANA name; `nil`: the machine's own, also when that is set to another one while the service runs.
    public var zone: String? = ZoneRules.utc.id
    /// The machine's own zone at this moment.
    public var machineZone: @Sendable () -> String = { MachineZone.id() }
    public var zones = ZoneFiles()
    /// Where the first board's file is: its pictures can be shown. `nil`: none can.
    public var picturesFolder: String?
    /// The devices that have to connect within `firstWait`, even if never seen before: a kiosk of the home's
    /// client, and any station.
    public var expected: Set<Actor> = [.kiosk, .station]
    /// Whether a kiosk of the home's client has to connect within `firstWait` if one of theirs was ever connected or paired: for a
    /// service that runs without a kiosk of its own, whose settings may name nobody whom its kiosks serve.
    public var expectsKioskOnceKnown = false
    /// How long a kiosk or station may take to connect after the start. The limit that is told to people is 90 s.
    public var firstWait: Duration = .seconds(90)
    /// How long one may be disconnected before that is a fault.
    public var grace: Duration = .seconds(5)
    /// How often an idle event stream sends a keep-alive.
    public var keepAlive: Duration = .seconds(15)
    /// How long another machine may leave data unacknowledged until its connection counts as dead.
    var peerTimeout: Duration = .seconds(30)
    /// How long a school's platform may take for one answer.
    var platformPatience: Duration = .seconds(40)
    /// How long a provider by which people log in may take for one answer.
    var loginPatience: Duration = .seconds(10)
    /// Whether platforms are read by themselves, at their own pace, and not only when somebody asks for it.
    var readsPlatforms = true
    /// Over what people can be reached on their own devices; those of one name count once, the first.
    public var contactChannels: [Channel] = []
    /// How the house's broker is reached; `nil`: there is no such channel.
    public var house: HouseLink?
    /// Ends what these have open, once the service has ended.
    public var endChannels: @Sendable () async -> Void = {}
    /// How long an alert command may run.
    public var commandTimeout: Duration = .seconds(30)
    /// How long a locked database is waited for.
    public var busyTimeout: Duration = .seconds(3)
    /// What checking a password costs.
    var passwordCost = PasswordHasher.Cost()
    /// Opens the page on which the first coordinator is made, as long as nobody can log in.
    public var setup: SetupToken?
    /// The files that staff write; `nil` if the service has no home folder.
    public var files: HomeFileDesk?
    /// The home's voice, to listen to words; `nil` if the service has none.
    public var speech: SpeechDesk?
    /// What pages say, in each language that there is, read for the first page; the first one is for readers of whose languages there
    /// is none.
    public var translations: @Sendable () throws -> [Translation]
    /// In which plans are read from sentences, by their languages, BCP 47; read for the first one.
    public var planGrammars: @Sendable () throws -> [String: PlanGrammar] = { [:] }
    public var version: String

    /// Whether an address can be reached only from this machine.
    public static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1"
            || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
    }

    public init(
        host: String = "127.0.0.1", port: Int = 4280, storePath: String, tokens: AccessTokens,
        translations: @escaping @Sendable () throws -> [Translation] = { [] },
        policy: AlertPolicy = AlertPolicy(), clientName: String? = nil, version: String = "0.2.0"
    ) {
        self.host = host
        self.port = port
        self.storePath = storePath
        self.tokens = tokens
        self.translations = translations
        self.policy = policy
        self.clientName = clientName
        self.version = version
    }
}
