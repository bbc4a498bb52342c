import ArgumentParser
import Care
import CareClient
import CareService
import Foundation
import HomeFiles
import LocalSockets
import Roles

/// `beckon network`: whether phones and other machines reach the service of this home.
struct NetworkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "network",
        abstract: "Let phones of this network reach the pages, or keep them to this machine.",
        discussion: """
            Writes `service.listen` and `service.allow_plain_http` into beckon.yaml, and says whether the service that runs follows: it \
            does so at once, unless it was started with --listen. Without a certificate, others in the network could read along: do \
            this where only people you trust use it, or set one first (`certificate` and `key` under `service` in beckon.yaml). Exits with 1 where the running service listens \
            otherwise than asked for.
            """,
        subcommands: [Open.self, Close.self])

    /// `beckon network open`
    struct Open: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let phones and other machines in.")
        @OptionGroup var home: HomeOptions

        func run() async throws {
            let change = try await NetworkCommand.change(home, to: .network)
            let (undo, plain) = (
                "To undo it: \(home.folder.command("beckon network close"))",
                change.settings.service.certificate == nil ? ", without TLS" : ""
            )
            switch change.outcome {
            case .follows:
                StandardOutput.print(
                    """
                    Phones of this network can reach Beckon now\(plain).
                    In the pages, a code for your phone is under Set up (on a phone: More, Set up), “Your phone”. \(undo)
                    """)
            case .isStopped:
                StandardOutput.print(
                    "As soon as Beckon is started, phones of this network can reach it\(plain). \(undo)")
            case .stays(let address):
                StandardError.write(
                    """
                    beckon.yaml lets phones in now, but the service that runs still listens to this machine alone (\(address)).
                    It was started with --listen, or its certificate cannot be used, or was set after its start. Start it again \
                    without --listen; `\(home.folder.command("beckon status"))` says what is wrong.

                    """)
                throw ExitCode.failure
            case .unknown(let reason):
                throw NetworkCommand.unknown(reason)
            }
        }
    }

    /// `beckon network close`
    struct Close: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Keep the pages to this machine.")
        @OptionGroup var home: HomeOptions

        func run() async throws {
            switch try await NetworkCommand.change(home, to: .machine).outcome {
            case .follows:
                StandardOutput.print(
                    "Beckon answers on this machine alone now. Phones, and kiosks and stations on other machines, are cut off."
                )
            case .isStopped:
                StandardOutput.print(
                    "Beckon is not running; when it is started, it answers on this machine alone.")
            case .stays(let address):
                StandardError.write(
                    """
                    beckon.yaml keeps Beckon to this machine now, but the service that runs is STILL OPEN to the network (\(address)).
                    It was started with --listen, or cannot change while it runs. Start it again without --listen.

                    """)
                throw ExitCode.failure
            case .unknown(let reason):
                throw NetworkCommand.unknown(reason)
            }
        }
    }

    /// What the running service has made of it.
    private enum Outcome {
        case follows
        /// No service of this home runs.
        case isStopped
        /// It listens as before, there.
        case stays(String)
        case unknown(ServiceProbeError)
    }

    /// How long a service may take to listen elsewhere: it waits a moment for an editor that writes several times, and then for
    /// connections to end, 1.2 s.
    private static let patience: Duration = .seconds(20)
    private static let pause: Duration = .milliseconds(200)

    /// Writes it, and waits until the running service has followed; with the settings as they were.
    private static func change(
        _ home: HomeOptions, to reach: ServiceAddress.Reach
    ) async throws -> (settings: HomeSettings, outcome: Outcome) {
        let folder = home.folder
        guard folder.hasService else {
            throw ValidationError(
                "\(folder.path) has no service of its own: type this on the machine whose service keeps the home, with its --home DIR."
            )
        }
        let settings = try StaffFileReader.settings(at: folder.settingsFile)
        let before = await status(folder, settings)
        let isPlain = settings.service.certificate == nil
        let keeper = HomeFileKeeper(home: folder, share: nil)
        do throws(CareProblem) {
            switch reach {
            case .network: try keeper.listen(at: "0.0.0.0", plain: isPlain)
            case .machine: try keeper.listen(at: "127.0.0.1", plain: false)
            }
        } catch {
            throw ValidationError("It was not changed: \(error.detail).")
        }
        var last: HomeStatus
        switch before {
        case .success(let status): last = status
        case .failure(let error): return (settings, error.isReached ? .unknown(error) : .isStopped)
        case nil: return (settings, .isStopped)
        }
        let end = ContinuousClock.now + patience
        while last.address.reach != reach {
            guard ContinuousClock.now < end else {
                return (settings, .stays("\(last.address.host):\(last.address.port)"))
            }
            try await Task.sleep(for: pause)
            // While it changes its port, it may not answer there.
            if case .success(let status) = await status(folder, settings) { last = status }
        }
        return (settings, .follows)
    }

    /// As the service itself says it; `nil` where none has ever run.
    private static func status(
        _ folder: HomeFolder, _ settings: HomeSettings
    ) async -> Result<HomeStatus, ServiceProbeError>? {
        let certificate = CertificateFiles(named: settings.service, in: folder).flatMap { files in
            (try? files.validity()) == nil ? nil : files
        }
        let address = settings.service.ownAddress(
            namesCertificate: settings.service.certificate != nil, certificate)
        guard let url = URL(string: address), let token = try? folder.token(of: "station") else { return nil }
        return await ServiceReader.status(
            of: url, trust: folder.trust(settings), socket: LocalSocket(path: folder.serviceSocket),
            token: token)
    }

    private static func unknown(_ reason: ServiceProbeError) -> any Error {
        ValidationError(
            "It is written into beckon.yaml, but the service that runs could not be asked whether it follows: \(reason)."
        )
    }
}
