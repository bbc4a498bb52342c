// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .unsafeFlags(["-warnings-as-errors"]),
]

let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let httpClient: Target.Dependency = .product(name: "AsyncHTTPClient", package: "async-http-client")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let yams: Target.Dependency = .product(name: "Yams", package: "Yams")

func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

func system(_ name: String, _ pkgConfig: String, apt package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

let package = Package(
    name: "beckon",
    products: [.executable(name: "beckon", targets: ["beckon"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.5.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.12.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.25.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.7.0"),
    ],
    targets: [
        system("CEvdev", "libevdev", apt: "libevdev-dev"),
        system("CESpeakNG", "espeak-ng", apt: "libespeak-ng-dev"),
        system("CALSA", "alsa", apt: "libasound2-dev"),
        system("CSndfile", "sndfile", apt: "libsndfile1-dev"),

        // Pure: no file, clock, socket or thread.
        room("Care"),
        room("Scanning"),
        room("Speech", ["Scanning"]),
        room("StaffFiles", [yams]),
        room("Boards", ["StaffFiles", "Care", "Scanning"]),
        room("HomeFiles", ["StaffFiles", "Care", "Scanning", "Speech"]),
        room("Kiosk", ["Care", "Scanning", "Speech", "Boards", "HomeFiles"]),
        room("Station", ["Care", "Scanning", "Speech", "HomeFiles"]),

        // These touch the world.
        room("RealTime", ["Scanning"]),
        room("Switches", ["Scanning", "CEvdev", logging]),
        room("Voice", ["Scanning", "Speech", "CESpeakNG", "CALSA", "CSndfile", logging]),
        room("CareStore", ["Care", grdb, logging]),
        room("CareService", ["Care", "CareStore", hummingbird, lifecycle, logging]),
        room("CareClient", ["Care", grdb, httpClient, logging]),
        room(
            "Roles",
            [
                "Kiosk", "Station", "Voice", "Switches", "CareClient", "Boards", "HomeFiles", "StaffFiles",
                "RealTime",
                "Speech", "Scanning", "Care", lifecycle, logging,
            ]),
        .executableTarget(
            name: "beckon",
            dependencies: [
                "Roles", "Kiosk", "Station", "CareService", "CareStore", "CareClient", "Voice", "Switches",
                "Boards", "HomeFiles", "StaffFiles", "Speech", "Scanning", "Care",
                arguments, lifecycle, logging,
            ],
            swiftSettings: strict),

        .target(
            name: "Support", dependencies: ["HomeFiles", "Scanning", "Speech"], path: "Tests/Support",
            swiftSettings: strict),
        tests("ScanningTests", ["Scanning", "Support"]),
        tests("KioskTests", ["Kiosk", "Boards", "Care", "HomeFiles", "Scanning", "Speech", "Support"]),
        tests("StationTests", ["Station", "Care", "HomeFiles", "Scanning", "Speech", "Support"]),
    ]
)
