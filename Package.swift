// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let sqlite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let signals: Target.Dependency = .product(name: "UnixSignals", package: "swift-service-lifecycle")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore: Target.Dependency = .product(name: "HummingbirdCore", package: "hummingbird")
let httpClient: Target.Dependency = .product(name: "AsyncHTTPClient", package: "async-http-client")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let nio: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioFoundation: Target.Dependency = .product(name: "NIOFoundationCompat", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioHTTPTypes: Target.Dependency = .product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioEmbedded: Target.Dependency = .product(name: "NIOEmbedded", package: "swift-nio")
let nioSSL: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let jwt: Target.Dependency = .product(name: "JWTKit", package: "jwt-kit")
let mustache: Target.Dependency = .product(name: "Mustache", package: "swift-mustache")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")

/// The groups of `Sources`. Arrows go from the last ones to the first ones; scripts/check-groups holds them.
enum Group: String {
    case core = "Core"
    case files = "Files"
    case sessions = "Sessions"
    case machine = "Machine"
    case service = "Service"
    case client = "Client"
    case app = "App"
}

/// One room of the house: a module with one reason to exist.
func room(
    _ name: String, _ group: Group, _ dependencies: [Target.Dependency] = [], embedding files: [String] = [],
    exclude: [String] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(group.rawValue)/\(name)", exclude: exclude,
        resources: files.map { .embedInCode($0) }, swiftSettings: strict)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], resources: [Resource] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, exclude: exclude, resources: resources, swiftSettings: strict)
}

func system(_ name: String, _ pkgConfig: String, apt package: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

let package = Package(
    name: "beckon",
    products: [.executable(name: "beckon", targets: ["beckon"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.90.0"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.20.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.5.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.12.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.0.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.25.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.7.0"),
    ],
    targets: [
        system("CALSA", "alsa", apt: "libasound2-dev"),
        system("CCurl", "libcurl", apt: "libcurl4-openssl-dev"),
        system("CESpeakNG", "espeak-ng", apt: "libespeak-ng-dev"),
        system("CEvdev", "libevdev", apt: "libevdev-dev"),
        system("CLibCrypto", "libcrypto", apt: "libssl-dev"),
        system("CLibYAML", "yaml-0.1", apt: "libyaml-dev"),
        system("CMosquitto", "libmosquitto", apt: "libmosquitto-dev"),
        system("CQRencode", "libqrencode", apt: "libqrencode-dev"),
        system("CSndfile", "sndfile", apt: "libsndfile1-dev"),
        system("CZlib", "zlib", apt: "zlib1g-dev"),
        .systemLibrary(name: "CLinux", path: "Sources/C/CLinux"),

        // Pure, these and the next two groups: no file, clock, socket or thread.
        room("Time", .core),
        room("Recurrence", .core),
        room("Wording", .core, ["Recurrence"]),
        room("PlanSentences", .core, ["Recurrence"]),
        room(
            "Care", .core, ["Recurrence"],
            embedding: ["Access/common-passwords.txt", "Names/confusables.txt"]),
        room("Costs", .core, ["Care", "Recurrence"]),
        room("Calendars", .core, ["Care", "Recurrence"]),
        room("Coursework", .core, ["Calendars", "Care", "Recurrence"]),
        room("Scanning", .core, ["Time", "Wording"]),
        room("Evidence", .core, ["Scanning", "Time"]),
        room("Duties", .core, ["Recurrence", "Care"]),
        room("Chance", .core),
        room("QRCodes", .core, ["CQRencode"]),
        room("Speech", .core, ["Time"]),

        room("StaffFiles", .files, ["Care", "CLibYAML"]),
        room("Boards", .files, ["Time", "StaffFiles", "Care", "Scanning", "Wording"]),
        room("Encouragement", .files, ["StaffFiles", "Care", "Recurrence"]),
        room("Exercises", .files, ["StaffFiles"]),
        room("Spelling", .files, ["StaffFiles"]),
        room(
            "HomeFiles", .files,
            [
                "Recurrence", "StaffFiles", "Care", "Scanning", "Speech", "Wording", "PlanSentences",
                "Encouragement", "Exercises",
            ]),

        room("Activities", .sessions, ["Chance", "Recurrence", "Time", "Care", "Speech", "Exercises"]),
        room(
            "Kiosk", .sessions,
            [
                "Recurrence", "Time", "Care", "Evidence", "Scanning", "Speech", "Boards", "Spelling",
                "HomeFiles",
                "Activities", "Encouragement", "Exercises",
            ]),
        room("Station", .sessions, ["Recurrence", "Time", "Care", "Scanning", "Speech", "HomeFiles"]),
        room(
            "Simulation", .sessions,
            [
                "Time", "Chance", "Evidence", "Kiosk", "Care", "Scanning", "Speech", "StaffFiles", "Boards",
                "HomeFiles",
            ]),

        // From here on rooms touch the world.
        room("RealTime", .machine, ["Time", "CLinux", nio, nioPosix]),
        room("Supervision", .machine, [lifecycle, logging]),
        room("Switches", .machine, ["Time", "RealTime", "Scanning", "CEvdev", logging]),
        room(
            "Voice", .machine,
            [
                "Time", "RealTime", "Speech", "WholeFiles", "CESpeakNG", "CALSA", "CLinux", "CSndfile",
                logging,
            ]),
        room("StoreFiles", .machine, ["WholeFiles", grdb]),
        room("WholeFiles", .machine),
        room("Compression", .machine, ["CZlib"]),
        room("Digests", .machine, ["CLibCrypto"]),
        room("LocalSockets", .machine),
        room("Networking", .machine),
        room("MailTransfer", .machine, ["RealTime", "CCurl"]),
        room("MQTT", .machine, ["Time", "RealTime", "Networking", "CMosquitto", logging]),
        room("ZoneFiles", .machine, ["Recurrence", "Care", "StaffFiles", "WholeFiles"]),
        room("TuningFiles", .machine, ["WholeFiles", "Scanning", logging]),

        .target(
            name: "Pages",
            dependencies: [
                "Recurrence", "Care", "Chance", "Costs", "PlanSentences", "QRCodes", "Wording", mustache,
            ],
            resources: [
                "app-192.png", "app-512.png", "app-maskable.png", "app-touch.png", "app.svg",
                "battery.js", "boards.js", "calendars.js", "daily.js", "display.css", "display.js",
                "forms.js", "goals.js",
                "history.js",
                "icons.svg",
                "frame.js", "listen.js", "now.js", "offline.js", "pages.css", "pages.js",
                "passkeys.js", "phone.js",
                "phrases.js",
                "picture.js", "plan.js", "reach.js", "recording.js", "screen.js", "sheet.js", "tokens.css",
                "words.js",
                "worker.js",
            ].map { .embedInCode("Assets/" + $0) },
            swiftSettings: strict),

        room(
            "CareStore", .service,
            [
                "Time", "Recurrence", "Calendars", "Care", "Costs", "Coursework", "Digests", "Duties",
                "StoreFiles", grdb,
                logging,
            ]),
        room("HomeAssistant", .service, ["Care"]),
        room("Identity", .service, ["Care", crypto, cryptoExtras, jwt]),
        room(
            "Channels", .service,
            [
                "Care", "MailTransfer", "Networking", "RealTime", "WholeFiles", crypto, httpClient, nio,
                nioFoundation, nioHTTP1, nioPosix, nioSSL,
            ]),
        .target(name: "CAPIDocument", path: "Sources/Service/CAPIDocument"),
        room(
            "CareService", .service,
            [
                "Recurrence",
                "CAPIDocument", "Calendars", "Care", "CareStore", "Channels", "Costs", "Coursework",
                "Encouragement",
                "HomeAssistant", "Identity", "LocalSockets", "MQTT",
                "Networking",
                "Pages",
                "PlanSentences",
                "RealTime", "Scanning",
                "StaffFiles",
                "StoreFiles",
                "WholeFiles", "Wording",
                "ZoneFiles", httpClient, hummingbird, hummingbirdCore, nioSSL, "Compression", "Digests",
                lifecycle,
                logging,
                nio,
                nioFoundation, nioHTTP1, nioHTTPTypes, nioPosix, httpTypes,
            ], exclude: ["openapi.json"]),

        room(
            "CareClient", .client,
            [
                "Recurrence",
                "Care", "Costs", "Digests", "LocalSockets", "Networking", "RealTime", "StoreFiles", grdb,
                httpClient, logging, nio, nioFoundation,
                nioHTTP1, nioPosix, nioSSL,
            ]),

        room(
            "Roles", .app,
            [
                "Time", "Chance",
                "Kiosk", "Station", "Voice", "Switches", "CareClient", "LocalSockets", "TuningFiles",
                "WholeFiles",
                "Activities", "Encouragement", "Exercises", "Recurrence",
                "Boards", "Spelling", "HomeFiles", "StaffFiles", "ZoneFiles", "RealTime", "Speech",
                "Evidence", "Scanning",
                "Supervision", "Care", "Digests", "Wording", "PlanSentences", lifecycle, logging,
            ]),
        .executableTarget(
            name: "beckon",
            dependencies: [
                "Recurrence",
                "Simulation", "Station", "Roles", "Supervision", "CareService", "CareStore", "CareClient",
                "Channels", "LocalSockets", "Pages", "QRCodes", "StoreFiles", "TuningFiles", "Voice",
                "Switches",
                "WholeFiles",
                "Wording", "ZoneFiles", "Boards", "Encouragement", "Exercises", "Spelling", "HomeFiles",
                "StaffFiles", "Speech",
                "Evidence", "Scanning",
                "Care", "Time",
                arguments, lifecycle, signals,
                logging,
            ],
            path: "Sources/App/beckon", swiftSettings: strict),

        // What tests stand on.
        .target(
            name: "Playing", dependencies: ["Time", "Evidence", "HomeFiles", "Scanning", "Speech"],
            path: "Tests/Support/Playing",
            swiftSettings: strict),
        .target(
            name: "PlainRecurrences", dependencies: ["Recurrence"], path: "Tests/Support/PlainRecurrences",
            swiftSettings: strict),
        .executableTarget(
            name: "store-probe", dependencies: ["Recurrence", "Care", "CareClient", "CareStore", logging],
            path: "Tests/Support/store-probe", swiftSettings: strict),
        .target(name: "PrintedParts", path: "Tests/Support/PrintedParts", swiftSettings: strict),
        .target(name: "OwnFolders", path: "Tests/Support/OwnFolders", swiftSettings: strict),
        .target(
            name: "ShippedWords", dependencies: ["Roles", "Wording"], path: "Tests/Support/ShippedWords",
            swiftSettings: strict),
        .target(name: "ProbeArguments", path: "Tests/Support/ProbeArguments", swiftSettings: strict),
        .target(name: "OwnThreads", path: "Tests/Support/OwnThreads", swiftSettings: strict),
        .target(
            name: "DamagedFiles", dependencies: ["Chance"], path: "Tests/Support/DamagedFiles",
            swiftSettings: strict),
        .executableTarget(
            name: "year-probe",
            dependencies: [
                "Recurrence", "Care", "CareStore", "Chance", "ProbeArguments", "ZoneFiles", grdb,
            ],
            path: "Tests/Support/year-probe", swiftSettings: strict),
        .executableTarget(
            name: "switch-probe", dependencies: ["Switches", "Scanning", "Time", logging],
            path: "Tests/Support/switch-probe", swiftSettings: strict),
        .executableTarget(
            name: "scan-probe", dependencies: ["Time", "Scanning", "Chance", "ProbeArguments"],
            path: "Tests/Support/scan-probe",
            swiftSettings: strict),
        .executableTarget(
            name: "evidence-probe",
            dependencies: [
                "Boards", "Chance", "Evidence", "HomeFiles", "ProbeArguments", "Scanning", "Simulation",
                "StaffFiles",
            ],
            path: "Tests/Support/evidence-probe", swiftSettings: strict),
        .executableTarget(
            name: "cost-probe", dependencies: ["Care", "Chance", "Costs", "ProbeArguments", "Recurrence"],
            path: "Tests/Support/cost-probe", swiftSettings: strict),
        .executableTarget(
            name: "chore-probe",
            dependencies: ["Recurrence", "Care", "Chance", "ProbeArguments", "ZoneFiles"],
            path: "Tests/Support/chore-probe", swiftSettings: strict),
        .executableTarget(
            name: "point-probe",
            dependencies: ["Recurrence", "Care", "Chance", "CareStore", "ProbeArguments"],
            path: "Tests/Support/point-probe", swiftSettings: strict),
        .target(
            name: "PlayedWeek",
            dependencies: [
                "Time",
                "Boards", "Care", "Chance", "HomeFiles", "Kiosk", "Scanning", "Speech", "Station",
            ],
            path: "Tests/Support/PlayedWeek", swiftSettings: strict),
        .target(
            name: "PlayedSessions",
            dependencies: ["Time", "Care", "Kiosk", "Playing", "Scanning", "Speech"],
            path: "Tests/Support/PlayedSessions", swiftSettings: strict),
        .executableTarget(
            name: "session-probe",
            dependencies: [
                "Recurrence", "Time",
                "Activities", "Boards", "Care", "CareClient", "CareStore", "Chance", "Exercises", "HomeFiles",
                "Kiosk",
                "PlayedSessions", "Playing", "ProbeArguments", "Scanning", "Speech", "Spelling",
            ],
            path: "Tests/Support/session-probe", swiftSettings: strict),
        .executableTarget(
            name: "soak-probe",
            dependencies: ["Boards", "HomeFiles", "PlayedWeek", "ProbeArguments", "StaffFiles"],
            path: "Tests/Support/soak-probe", swiftSettings: strict),
        .executableTarget(
            name: "calendar-probe",
            dependencies: ["Calendars", "Care", "Chance", "ProbeArguments", "Recurrence", "ZoneFiles"],
            path: "Tests/Support/calendar-probe",
            exclude: ["oracle.py"], swiftSettings: strict),
        .executableTarget(
            name: "rrule-probe", dependencies: ["Recurrence", "Care", "ZoneFiles"],
            path: "Tests/Support/rrule-probe",
            exclude: ["oracle.py"], swiftSettings: strict),
        .executableTarget(
            name: "voice-probe", dependencies: ["Voice", "RealTime", "Speech", "Time", logging],
            path: "Tests/Support/voice-probe", swiftSettings: strict),

        tests(
            "ActivitiesTests",
            ["Activities", "Care", "Chance", "Exercises", "PrintedParts", "Recurrence", "Speech", "Time"]),
        tests(
            "BoardsTests",
            [
                "Chance", "DamagedFiles", "ShippedWords", "Boards", "StaffFiles", "Care", "Scanning",
                "Wording",
            ]),
        tests(
            "CareClientTests",
            [
                "Recurrence",
                "OwnFolders",
                "Care", "CareStore", "CareService", "CareClient", "LocalSockets", "StoreFiles", grdb,
                lifecycle,
                logging, nio,
                nioPosix,
            ]),
        tests(
            "CareServiceTests",
            [
                "PrintedParts",
                "Recurrence",
                "OwnFolders",
                "Calendars", "Care", "CareStore", "CareService", "Channels", "Costs", "Coursework",
                "Encouragement",
                "HomeAssistant", "Identity", "LocalSockets", "MQTT", "Networking",
                "Pages", "RealTime", "Roles",
                "StoreFiles",
                "ZoneFiles",
                crypto,
                grdb,
                httpClient,
                lifecycle,
                logging, nio,
                nioEmbedded, nioFoundation, nioHTTP1, nioHTTPTypes, nioPosix, nioSSL, httpTypes,
            ]),
        tests(
            "CareStoreTests",
            [
                "Recurrence", "OwnFolders", "Calendars", "Care", "CareStore", "Costs", "Coursework",
                "StoreFiles",
                "Chance", grdb, sqlite,
            ]),
        tests("CareTests", ["PlainRecurrences", "PrintedParts", "Recurrence", "Care", "Chance"]),
        tests("HomeAssistantTests", ["Care", "HomeAssistant"]),
        tests("IdentityTests", ["Care", "Chance", "Identity", crypto, cryptoExtras, jwt]),
        tests(
            "ChannelsTests",
            [
                "Care", "Channels", "OwnFolders", crypto, httpClient, logging, nio, nioFoundation, nioHTTP1,
                nioPosix, nioSSL,
            ]),
        tests(
            "CommandTests",
            [
                "beckon", "Care", "CareClient", "Chance", "HomeFiles", "OwnFolders", "QRCodes", "Recurrence",
                "Roles", "Scanning", "ShippedWords",
                "StaffFiles", "Switches", "Time", "Wording", "ZoneFiles", arguments,
            ]),
        tests("CompressionTests", ["Compression"]),
        tests("CostsTests", ["Care", "Costs", "Recurrence"]),
        tests(
            "CalendarsTests", ["Calendars", "Care", "Chance", "PlainRecurrences", "Recurrence", "ZoneFiles"]),
        tests("CourseworkTests", ["Care", "Chance", "Coursework", "Recurrence"]),
        tests("DigestsTests", ["Digests"]),
        tests("EvidenceTests", ["Chance", "Evidence", "Playing", "Scanning", "Time"]),
        tests(
            "HomeFilesTests",
            [
                "DamagedFiles", "Encouragement", "Exercises", "PrintedParts", "Recurrence", "Care",
                "HomeFiles",
                "StaffFiles", "Scanning",
                "Speech",
                "Wording",
            ]),
        tests(
            "KioskTests",
            [
                "PrintedParts", "Recurrence", "Time",
                "Kiosk", "Boards", "Care", "Evidence", "HomeFiles", "StaffFiles", "Scanning", "Speech",
                "Spelling", "Playing",
                "Activities", "Chance", "Encouragement", "Exercises",
            ],
            exclude: ["Timelines"]),
        tests("MQTTTests", ["MQTT", "RealTime", logging]),
        tests("NetworkingTests", ["Networking"]),
        tests(
            "PagesTests",
            [
                "OwnFolders", "Recurrence", "Care", "Chance", "Costs", "HomeFiles", "Pages", "PlanSentences",
                "QRCodes",
                "Roles", "Wording", mustache,
            ]),
        tests(
            "RolesTests",
            [
                "Recurrence", "Time",
                "Boards", "Care", "CareClient", "Encouragement", "Exercises", "HomeFiles", "OwnFolders",
                "OwnThreads",
                "Evidence", "RealTime", "Roles",
                "Scanning", "Speech", "StaffFiles", "Switches", "TuningFiles", "Voice",
                logging,
            ]),
        tests("DutiesTests", ["Care", "Chance", "Duties", "PlainRecurrences", "Recurrence"]),
        tests("QRCodesTests", ["QRCodes"]),
        tests(
            "PlanSentencesTests", ["PlanSentences", "Recurrence", "Chance", "HomeFiles", "StaffFiles"],
            exclude: ["Sentences"]),
        tests("RecurrenceTests", ["PlainRecurrences", "Recurrence"]),
        tests("ScanningTests", ["Time", "Scanning", "Chance", "ShippedWords", "Wording"]),
        tests(
            "SimulationTests",
            [
                "Recurrence", "Time",
                "Chance", "Evidence",
                "Simulation", "Kiosk", "Boards", "StaffFiles", "Care", "HomeFiles", "Scanning", "Speech",
                "Activities", "Encouragement", "Exercises", "Playing", "PlayedWeek", "Spelling", "Station",
            ]),
        tests("SpeechTests", ["Speech"]),
        tests("EncouragementTests", ["Care", "Encouragement", "Recurrence", "StaffFiles"]),
        tests("ExercisesTests", ["Exercises", "StaffFiles"]),
        tests("SpellingTests", ["Spelling", "StaffFiles"]),
        tests("StaffFilesTests", ["StaffFiles"]),
        tests(
            "StationTests",
            [
                "Recurrence", "Time",
                "PrintedParts", "OwnFolders", "Station", "Care", "CareStore", "HomeFiles", "Scanning",
                "Speech", "Playing",
                "Chance", "Wording",
            ]),
        tests("StoreFilesTests", ["OwnFolders", "StoreFiles", grdb]),
        tests("SupervisionTests", ["OwnThreads", "Supervision", lifecycle, logging]),
        tests(
            "SwitchesTests",
            ["Time", "OwnFolders", "OwnThreads", "RealTime", "Switches", "Scanning", logging, "switch-probe"]),
        tests("TimeTests", ["Time"]),
        tests("TuningFilesTests", ["OwnFolders", "Scanning", "TuningFiles", "WholeFiles", logging]),
        tests(
            "VoiceTests",
            [
                "OwnFolders", "OwnThreads", "RealTime", "Voice", "Speech", "Time", "WholeFiles",
                "Activities", "CSndfile", "Exercises", logging,
            ]),
        tests("WordingTests", ["Recurrence", "Wording"]),
        tests("ZoneFilesTests", ["OwnFolders", "Recurrence", "ZoneFiles"]),
    ],
    cLanguageStandard: .c2x
)
