public import ArgumentParser
import CareService
import Foundation
import HomeFiles
public import Logging
import Roles
import Speech
import Voice

/// What every command about a home takes.
struct HomeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The home's folder: boards, settings, and what Beckon keeps.",
            valueName: "dir"), completion: .directory)
    var home: String = HomeFolder.standardPath

    @Option(
        help: ArgumentHelp(
            "How much is logged: trace, debug, info, notice, warning or error. (default: notice)",
            valueName: "level"))
    var logLevel: Logger.Level?

    var folder: HomeFolder { HomeFolder(path: home) }

    /// - Parameter usual: The level where none is asked for.
    func logger(_ label: String, usually usual: Logger.Level = .notice) -> Logger {
        var logger = Logger(label: label) { QueuedLog(label: $0) }
        logger.logLevel = logLevel ?? usual
        return logger
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// What kiosk and station take: where they press and speak.
struct RoleOptions: ParsableArguments {
    @Option(
        name: .customLong("switch"),
        help: ArgumentHelp(
            "Where presses come from: auto, terminal, none, a device's path or its name. (default: as beckon.yaml says)",
            valueName: "switch"))
    var switches: String?

    @OptionGroup var sound: SoundOptions

    /// What stands in place of the settings' devices.
    var devices: [String]? { switches.map { [$0] } }
}

/// What every command that speaks takes.
struct SoundOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where sound goes: auto, none (captions, paced like speech), or an ALSA device for all voices.",
            valueName: "output"))
    var output: String = "auto"

    @Option(
        help: ArgumentHelp(
            "Append everything that is said or played to this file, one JSON object a line.",
            valueName: "file"))
    var transcript: String?

    var outputChoice: OutputChoice {
        switch output {
        case "auto": .auto
        case "none": .none
        default: .device(output)
        }
    }

    /// The name becomes part of ALSA's configuration, so it may contain nothing else.
    func validate() throws {
        guard !["auto", "none"].contains(output), let problem = DeviceName.problem(with: output) else {
            return
        }
        throw ValidationError("--output: \(problem).")
    }

    func openTranscript() throws -> Transcript? { try transcript.map { try Transcript(path: $0) } }
}

/// Where the service is.
struct ServiceOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The service's address. (default: what beckon.yaml says)", valueName: "url"))
    var service: String?

    /// - Parameter certificate: The certificate of a service of this home, if it has one that it can use.
    func url(_ settings: HomeSettings.Service, _ certificate: CertificateFiles?) throws -> URL {
        try url(
            standard: settings.ownAddress(namesCertificate: settings.certificate != nil, certificate))
    }

    func url(standard: String) throws -> URL {
        let text = service ?? standard
        guard let url = URL(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme),
            url.host != nil
        else {
            throw ValidationError(
                "`\(text)` is not the address of a service: write it as http://HOST:PORT or https://HOST:PORT."
            )
        }
        return url
    }
}

/// Whether another role on this machine needs the same devices.
struct SharingOption: ParsableArguments {
    @Flag(
        help:
            "Kiosk and station both run on this machine and read the same devices: neither takes one for itself alone, as `grab` would."
    )
    var shareSwitches = false
}

/// Where the service listens.
struct ListenOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where the service listens, HOST:PORT; port 0 takes any free one. (default: as beckon.yaml says)",
            valueName: "host:port"))
    var listen: String?

    @Flag(
        help:
            "Other machines may reach the service without TLS, as `allow_plain_http` in beckon.yaml: only where nobody else is on the network."
    )
    var allowPlainHttp = false
}
