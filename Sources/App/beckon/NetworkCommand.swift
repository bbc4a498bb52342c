import ArgumentParser
import Care
import CareClient
import CareService
import Foundation
import HomeFiles
import LocalSockets
import Roles
import Wording

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
            let isPlain = change.settings.service.certificate == nil
            let words = ReaderLocale.current(home: change.settings.language).words
            switch change.outcome {
            case .follows:
                StandardOutput.tell(
                    words(Text(isPlain ? "network.open_plain" : "network.open")) + "\n"
                        + words(Text("network.code")))
            case .isStopped:
                StandardOutput.tell(
                    words(Text(isPlain ? "network.will_be_open_plain" : "network.will_be_open")))
            case .stays(let address):
                throw CommandProblem(
                    "beckon.yaml lets phones in now, but the service that runs still listens to this machine alone (\(address)). It was started with --listen, or its certificate cannot be used, or was set after its start. Start it again without --listen; `beckon status` says what is wrong."
                )
            case .unknown(let reason):
                throw NetworkCommand.unknown(reason)
            }
            // On a line of its own, so that it can be copied whole.
            StandardOutput.print(
                words(Text("network.undo")) + "\n  " + home.folder.command("beckon network close"))
        }
    }

    /// `beckon network close`
    struct Close: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Keep the pages to this machine.")
        @OptionGroup var home: HomeOptions

        func run() async throws {
            let change = try await NetworkCommand.change(home, to: .machine)
            let words = ReaderLocale.current(home: change.settings.language).words
            switch change.outcome {
            case .follows: StandardOutput.tell(words(Text("network.closed")))
            case .isStopped: StandardOutput.tell(words(Text("network.will_be_closed")))
            case .stays(let address):
                throw CommandProblem(
                    "beckon.yaml keeps Beckon to this machine now, but the service that runs is STILL OPEN to the network (\(address)). It was started with --listen, or cannot change while it runs. Start it again without --listen."
                )
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
                ReaderLocale.current(home: folder.settingsInUse.language).words(
                    Text("terminal.no_service", ["path": .verbatim(folder.path)])))
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
            throw CommandProblem("It was not changed: \(error.detail).")
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
        CommandProblem(
            "It is written into beckon.yaml, but the service that runs could not be asked whether it follows: \(reason)."
        )
    }
}
