import ArgumentParser
import Care
import CareClient
import CareService
import Foundation
import Glibc
import HomeFiles
import LocalSockets
import Roles
import Scanning
import StaffFiles
import Wording
import ZoneFiles

/// `beckon status`: how a home is, in one screen.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Say in one screen how a home is: service, kiosks, stations, calls, faults.",
        discussion: """
            It asks the service of this home, wherever that listens, and changes nothing. Exits with 0 where all is well, with 1 where \
            something needs a person, such as a fault or a call that nobody has answered, and with 2 where it cannot ask. \
            `beckon doctor` looks deeper.
            """)

    @OptionGroup var home: HomeOptions
    @OptionGroup var service: ServiceOption
    @Option(help: "text, or json for programs.") var format: OutputFormat = .text
    @Flag(help: "The same as --format json.") var json = false

    func run() async throws {
        let found = try await look()
        if json || format == .json {
            StandardOutput.print(try found.json())
        } else {
            let locale = ReaderLocale.current(home: found.language)
            StandardOutput.print(StatusScreen(found, locale, look: StandardOutput.look).text)
        }
        if found.state != .well { throw ExitCode(found.state == .needsPerson ? 1 : 2) }
    }

    private func look() async throws -> StatusReport {
        let folder = home.folder
        let words = ReaderLocale.current().words
        guard access(folder.path, F_OK) == 0 else {
            throw StatusProblem(
                words(Text("terminal.no_home", ["path": .verbatim(folder.path)])))
        }
        guard folder.isFolder else {
            throw StatusProblem("\(folder.path) is no folder: give the home's folder with --home DIR.")
        }
        guard access(folder.path, R_OK | X_OK) == 0 else {
            throw StatusProblem(
                "\(folder.path) may not be read by this user: ask as the one that runs Beckon, such as `beckon status`."
            )
        }
        guard access(folder.settingsFile, F_OK) == 0 else {
            throw StatusProblem(
                words(Text("terminal.no_home", ["path": .verbatim(folder.path)])))
        }
        // Without any, it would ask at the usual address, where another home may answer.
        guard folder.hasSettings else {
            throw StatusProblem(
                "\(folder.settingsFile) has mistakes, and no earlier settings are kept: `beckon config check` says which."
            )
        }
        // With mistakes in the settings it is needed most: the service goes on with the last good ones.
        let settings = folder.settingsInUse
        let certificate = CertificateFiles(named: settings.service, in: folder).flatMap { files in
            (try? files.validity()) == nil ? nil : files
        }
        let url = try service.url(settings.service, certificate)
        var report = StatusReport(
            home: folder.path, address: url.absoluteString, name: settings.givenName,
            language: settings.language,
            now: Date())
        report.note(MachineState.of(folder))
        if case .memory(let memory) = SwitchMemoryFile.read(folder.switchMemory) {
            report.lastPress = memory.lastPress.map { Date(timeIntervalSince1970: Double($0)) }
        }
        await ask(url, settings, folder, &report)
        return report
    }

    private func ask(
        _ url: URL, _ settings: HomeSettings, _ folder: HomeFolder, _ report: inout StatusReport
    ) async {
        let trust = folder.trust(settings)
        guard let token = try? folder.token(of: "station") else {
            // A kiosk's machine, or a home whose service has never run.
            switch await ServiceProbe.health(of: url, trust: trust) {
            case .success(let health): report.note(health)
            case .failure(let error): report.note(error, start: start(folder))
            }
            return
        }
        switch await ServiceReader.overview(
            of: url, trust: trust, socket: service.socket(in: folder), token: token)
        {
        case .success(let overview): report.note(overview, zones: ZoneFiles())
        case .failure(let error): report.note(error, start: start(folder))
        }
    }

    /// How the service of this home is started; `nil` where it runs on another machine.
    private func start(_ folder: HomeFolder) -> String? {
        guard service.service == nil else { return nil }
        return folder.startCommand
    }
}

extension ServiceOption {
    /// Where the service of this machine's home is asked first, wherever it listens; `nil` where another address is given.
    func socket(in folder: HomeFolder) -> LocalSocket? {
        service == nil && folder.hasService ? LocalSocket(path: folder.serviceSocket) : nil
    }
}

/// Why a home's status cannot be told at all.
struct StatusProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// What this machine itself has to do with it.
struct MachineState {
    /// Where the home's disk has free space, in megabytes; `nil` where that is not known.
    var free: Int?
    /// The clock's year, where it is before there was any Beckon.
    var wrongYear: Int?

    static func of(_ folder: HomeFolder) -> MachineState {
        var system = statvfs()
        let free =
            statvfs(folder.path, &system) == 0
            ? Int(clamping: UInt64(system.f_bavail) &* UInt64(system.f_frsize) / 1_000_000) : nil
        let now = Date()
        return MachineState(
            free: free,
            wrongYear: now < CertificateValidity.firstBelieved
                ? Calendar(identifier: .gregorian).component(.year, from: now) : nil)
    }
}

extension HomeFolder {
    /// Whether what is named as a home is a folder.
    var isFolder: Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
