import UnixSignals
import ArgumentParser
import Care
import CareService
import Foundation
import Glibc
import HomeFiles
import LocalSockets
import Logging
import Roles
import ServiceLifecycle
import StaffFiles
import Supervision
import Voice
import Wording
import ZoneFiles

/// Puts the parts of a process together: files, voices, switches, roles.
struct Composition {
    let home: HomeFolder
    let share: SharedFiles
    let files: StaffFileSet
    private let fetched: FetchedContents
    let isNewHome: Bool
    /// The clients of this machine's kiosk, and why others who are to use it cannot.
    let kioskMembers: (members: [KioskMember], refused: [Finding])
    let logger: Logger
    /// Where systemd started this process and wants to know how it is.
    let supervisor: Supervisor?

    /// In whose language it speaks at the terminal.
    var locale: ReaderLocale { .current(home: files.settings.language) }

    /// Prepares the home and reads its files; mistakes in them go to standard error and do not prevent the
    /// start.
    ///
    /// - Parameter asksNames: Whether a new home's two names are asked for, where somebody sits at the terminal.
    /// - Parameter isElsewhere: Whether its service is on another machine, which may have the settings and boards of its client.
    /// - Parameter isStation: Whether it is a station and nothing else.
    init(
        _ options: HomeOptions, asksNames: Bool = false, isElsewhere: Bool = false, isStation: Bool = false
    ) throws {
        try OpenFiles.makeRoom()
        OpenFiles.openTimers()
        // Whoever sits there reads what is said, and what to do next, and not what goes as it should.
        let isRead = asksNames && FirstStart.isAtTerminal
        let isFirst = isRead && options.folder.isNew
        logger = options.logger("beckon", usually: isRead ? .warning : .notice)
        supervisor = Supervisor(environment: ProcessInfo.processInfo.environment, logger: logger)
        home = options.folder
        share = try SharedFiles.find()
        isNewHome = try home.prepare(from: share)
        if isFirst { FirstStart(home: home, share: share).askNames() }
        fetched = FetchedContents(
            home: home, isAtService: !isElsewhere, isOfStation: isStation, share: share, logger: logger)
        files = try FetchedContents.readAll(fetched, home, share, languages: .machine)
        let (members, others) = KioskMember.all(
            of: home, files, fetched: fetched, share: share, languages: .machine)
        kioskMembers = (members, others.filter { $0.severity == .error })
        let rights = home.tightenSettings()
        if !rights.changed.isEmpty {
            logger.notice(
                "others could read the settings, which may contain passwords; now only their owner can",
                metadata: ["files": "\(rights.changed.joined(separator: ", "))"])
        }
        if !rights.failed.isEmpty {
            logger.warning(
                "others can read the settings, which may contain passwords, and the files belong to somebody else: take it from them with `chmod 600`",
                metadata: ["files": "\(rights.failed.joined(separator: ", "))"])
        }
        if !files.findings.isEmpty || !others.isEmpty {
            StandardError.write(
                FindingReport(files.findings + others).text(for: StandardError.look, locale) + "\n")
        }
        if !files.refused.isEmpty {
            logger.error("files with mistakes are not in use; the last good ones are")
        }
    }

    // MARK: - Parts

    func voices(_ options: SoundOptions) throws -> VoiceRoom {
        let voices = try VoiceRoom(
            settings: files.settings, soundsFolder: share.soundsFolder, queueMemory: home.queueMemory,
            output: options.outputChoice, transcript: try options.openTranscript(),
            pressNow: locale.words(Text("terminal.press_now")), logger: logger)
        supervisor?.part("voices").ready { voices.ask($0) }
        return voices
    }

    func kiosk(
        _ options: RoleOptions, _ voices: VoiceRoom, isOwnService: Bool, hasStation: Bool = false,
        serviceURL: @escaping @Sendable () async throws -> URL
    ) -> KioskRole {
        KioskRole(
            home: home, share: share, members: kioskMembers.members, refused: kioskMembers.refused,
            voices: voices,
            expectsSwitch: SwitchDesk.expectsSwitch(files.settings, override: options.devices),
            hasStation: hasStation, version: Beckon.version, part: supervisor?.part("kiosk"), logger: logger,
            isOwnService: isOwnService,
            serviceURL: serviceURL)
    }

    func station(
        _ voices: VoiceRoom, isOwnService: Bool, tellsBattery: Bool = true,
        serviceURL: @escaping @Sendable () async throws -> URL
    ) -> StationRole {
        StationRole(
            home: home, share: share, files: files, fetched: fetched, voices: voices,
            part: supervisor?.part("station"), version: Beckon.version, tellsBattery: tellsBattery,
            logger: logger, isOwnService: isOwnService, serviceURL: serviceURL)
    }

    func switches(_ options: RoleOptions, isShared: Bool = false, _ sinks: SwitchDesk.Sinks) -> SwitchDesk {
        var settings = files.settings
        settings.switches.roles = KioskMember.keys(of: kioskMembers.members)
        return SwitchDesk(
            settings: settings, override: options.devices, isShared: isShared, sinks: sinks,
            part: supervisor?.part("switches"), logger: logger,
            onInterrupt: { kill(getpid(), SIGINT) })
    }

    /// Where a kiosk or station finds its service.
    ///
    /// On one machine they may start before the service of the same home does: then they make the tokens.
    func address(of service: ServiceOption) throws -> URL {
        let url = try self.service(at: service)
        if ["127.0.0.1", "localhost", "::1", "[::1]"].contains(url.host ?? "") {
            _ = try TokenFiles.ensure(inHome: home.path, logger: logger)
        }
        return url
    }

    /// Where the service of this home is, unless another address is given.
    func service(at option: ServiceOption) throws -> URL {
        try option.url(files.settings.service, certificate)
    }

    /// The TLS files of this home's service. Unusable ones are reported and ignored: the service then listens only to this
    /// machine, so that its client can still call.
    var certificate: CertificateFiles? {
        guard let certificate = CertificateFiles(named: files.settings.service, in: home) else { return nil }
        do throws(CareServiceError) {
            _ = try certificate.validity()
            return certificate
        } catch {
            logger.error("no TLS: \(error)")
            StandardError.tell(
                locale.words(Text("terminal.no_tls", ["problem": .text(.written("\(error)"))])))
            return nil
        }
    }

    /// The service, and where this process reaches it.
    ///
    /// - Parameter isAlone: Whether no kiosk runs in the same process.
    func service(_ listen: ListenOption, isAlone: Bool) throws -> (
        CareService, url: @Sendable () async throws -> URL
    ) {
        var settings = files.settings.service
        if let text = listen.listen {
            guard let address = ListenAddress(text) else {
                throw ValidationError("`--listen \(text)`: write HOST:PORT, e.g. 127.0.0.1:4280.")
            }
            settings.host = address.host
            settings.port = address.port
        }
        settings.allowsPlainHTTP = settings.allowsPlainHTTP || listen.allowPlainHttp
        // The service itself finds out whether it can be used, and listens only to its own machine until then.
        let certificate = CertificateFiles(named: settings, in: home)
        if certificate == nil, !settings.allowsPlainHTTP,
            !CareServiceConfiguration.isLoopback(settings.host)
        {
            // The client of this machine must still be able to call.
            let problem = CareServiceError.plainHTTP(host: settings.host)
            logger.error("listening on this machine alone: \(problem)")
            StandardError.tell(
                locale.words(
                    Text("terminal.listens_here_alone", ["problem": .text(.written("\(problem)"))])))
            settings.host = "127.0.0.1"
        }
        let tokens = try TokenFiles.ensure(inHome: home.path, logger: logger)
        var configuration = CareServiceConfiguration(
            host: settings.host, port: settings.port, storePath: home.careStore, tokens: tokens,
            translations: { [share, home] in TypedCommands(home: home)(try share.translations()) },
            version: Beckon.version)
        configuration.planGrammars = share.planGrammars
        configuration.localSocket = LocalSocket(path: home.serviceSocket)
        configuration.policy = files.settings.alerts.policy
        configuration.clientName = files.settings.client.name
        configuration.client = files.settings.client.id
        configuration.ownClients = Set(kioskMembers.members.dropFirst().map(\.files.settings.client.id))
        configuration.commands = FirstSteps.Commands(
            kiosk: home.kioskCommand(isAlone: isAlone),
            // Where it listens as the command line says, beckon.yaml changes nothing.
            open: listen.listen == nil ? home.command("beckon network open") : nil,
            restart: listen.listen == nil
                ? nil
                : OwnProgram.again(
                    Array(CommandLine.arguments.dropFirst()), listening: "0.0.0.0:\(settings.port)",
                    isPlain: certificate == nil))
        configuration.namelessClient = HomeSettings.standard.client.name
        configuration.homeName = files.settings.givenName
        configuration.shifts = files.settings.shifts
        configuration.homeLanguage = files.settings.language
        configuration.videoLink = files.settings.videoLink
        if isAlone {
            configuration.expected = [.station]
            configuration.expectsKioskOnceKnown = true
        }
        configuration.people = files.settings.facts.people
        configuration.zone = files.settings.zone
        let keeper = HomeFileKeeper(home: home, share: share)
        configuration.files = HomeFileDesk(keeper, contents: ContentsDesk(home: home, share: share))
        configuration.speech = SpeechDesk(keeper, SpeechSampler())
        try addChannels(to: &configuration)
        configuration.picturesFolder = files.settings.picturesFolder(in: home)
        configuration.allowsPlainHTTP = settings.allowsPlainHTTP
        configuration.certificate = certificate
        configuration.names = settings.names
        configuration.devicesFile = TokenFiles.devices(inHome: home.path)
        configuration.setup = TokenFiles.setup(inHome: home.path, logger: logger)
        let service = CareService(configuration: configuration, logger: logger)
        if let part = supervisor?.part("service") {
            // If it never listens, it ends the process and says why.
            Task { if (try? await service.boundPort()) != nil { part.ready { service.ask($0) } } }
        }
        return (
            service,
            {
                let port = try await service.boundPort()
                let place = service.place
                let host = HomeSettings.Service.ownHost(place.host)
                guard let url = URL(string: "\(place.isSecure ? "https" : "http")://\(host):\(port)") else {
                    throw ValidationError("`\(host)` is not a host name")
                }
                return url
            }
        )
    }

    /// Has a running service follow `beckon.yaml`: what the home and its people are called, and where it listens, unless the command
    /// line has said that.
    func follow(_ service: CareService, _ listen: ListenOption) -> SettingsWatch {
        let (home, logger) = (home, logger)
        let started = files.settings.service
        return SettingsWatch(home: home, logger: logger) { settings in
            if listen.listen == nil {
                let wanted = settings.service
                if wanted.port != started.port {
                    logger.notice("another port takes effect at the next start")
                }
                let isEncrypted = CertificateFiles(named: started, in: home) != nil
                let mayBeOpen = isEncrypted || wanted.allowsPlainHTTP || listen.allowPlainHttp
                let isOpen = !CareServiceConfiguration.isLoopback(wanted.host)
                if isOpen, !mayBeOpen {
                    logger.warning(
                        "listening on this machine alone until the next start: the certificate was not set when this one began, and `allow_plain_http` is not",
                        metadata: ["host": "\(wanted.host)"])
                }
                service.listen(at: isOpen && !mayBeOpen ? "127.0.0.1" : wanted.host)
            }
            await service.adopt(settings.facts)
        }
    }

    /// Says where the pages are, and how the first coordinator gets in, as long as nobody can log in.
    func showPages(_ service: CareService, url: @escaping @Sendable () async throws -> URL) -> Task<
        Void, Never
    > {
        let (logger, home) = (logger, home)
        let known = files.settings.caregiver.name
        // They need not type it again.
        let caregiver =
            known == HomeSettings.standard.caregiver.name
            ? nil : known.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        let words = locale.words
        return Task {
            guard let address = try? await url().absoluteString else { return }
            let outside = await service.networkAddress()
            guard let path = await service.setupPath() else {
                Welcome.write([Welcome.row(words(Text("terminal.pages")), outside ?? address)])
                return
            }
            // The link gives control of the home: it is for the user at this terminal, not for readers of
            // logs.
            guard isatty(STDOUT_FILENO) == 1 else {
                logger.notice(
                    "nobody can log in yet: `\(home.command("beckon coordinator"))`, run on this machine, prints the link that makes the first coordinator",
                    metadata: ["home": "\(home.path)"])
                return
            }
            let name = caregiver.map { "?name=" + $0 } ?? ""
            let link = "\(outside ?? address)\(path)\(name)"
            let code = outside == nil ? [] : TerminalCode.lines(of: link)
            Welcome.write(
                [
                    Welcome.row(words(Text("terminal.pages")), words(Text("terminal.log_in_first"))),
                    "           \(link)",
                ]
                    + (code.isEmpty
                        ? [] : [Welcome.row("", words(Text("terminal.camera"))), ""] + code))
        }
    }

    // MARK: - Running

    /// Runs services until SIGTERM or SIGINT; they end in reverse order within two seconds.
    func run(_ services: [any ServiceLifecycle.Service]) async throws {
        var configuration = ServiceGroupConfiguration(
            // The supervisor is the last, and thus the first to be told to stop.
            services: (services + (supervisor.map { [$0] } ?? [])).map {
                ServiceGroupConfiguration.ServiceConfiguration(service: $0)
            },
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(2)
        try await ServiceGroup(configuration: configuration).run()
    }
}
