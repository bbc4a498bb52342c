import Logging
import UnixSignals
import Scanning
import ArgumentParser
import Foundation
import Glibc
import HomeFiles
import Roles
import ServiceLifecycle
import Switches
import Synchronization
import StaffFiles
import Wording

/// `beckon devices`: staff see that a switch works.
struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the devices that can be switches, then show presses as they happen.",
        discussion: "Other programs still receive the presses. Ctrl+C ends it.")

    @OptionGroup var home: HomeOptions
    @Flag(help: "Only the list, without waiting for presses.") var list = false
    @Option(help: "text, or json for programs (the list alone).") var format: OutputFormat = .text

    func run() async throws {
        // With mistakes in the settings this is needed most.
        let settings = home.folder.settingsInUse
        let keys = settings.switches.roles.merging(settings.station.roles) { client, _ in client }
        let reports = SwitchReader.inventory(keys: keys)
        switch format {
        case .json:
            StandardOutput.print(try DeviceListing.json(reports), terminator: "")
        case .text:
            let words = ReaderLocale.current(home: settings.language).words
            tell(DevicesScreen(reports: reports, words: words))
            if !list { try await watch(keys, words) }
        }
    }

    private func tell(_ screen: DevicesScreen) {
        let (reports, advice) = (screen.reports, screen.advice)
        if !reports.isEmpty { StandardOutput.show(TerminalTable(screen.rows)) }
        if !advice.isEmpty {
            StandardOutput.tell((reports.isEmpty ? "" : "\n") + advice.joined(separator: "\n\n"))
        }
    }

    private func watch(_ keys: [UInt16: SwitchRole], _ words: Translation) async throws {
        let logger = home.logger("devices")
        let lines = Mutex(PressLines(words))
        let show: @Sendable (SwitchEvent) -> Void = { event in
            StandardOutput.tell(lines.withLock { $0.line(for: event) })
        }
        StandardOutput.print("\n" + words(Text("device_list.press_now")))
        let reader = SwitchReader(
            selection: [.auto], keys: keys, grab: false, logger: logger,
            onNotice: { logger.warning("\($0)") }, onEvent: show)
        try await ServiceGroup(
            services: [DeviceWatch(reader: reader)], gracefulShutdownSignals: [.sigint, .sigterm],
            logger: logger
        ).run()
    }
}

/// Reads until it is asked to stop.
private struct DeviceWatch: ServiceLifecycle.Service {
    let reader: SwitchReader

    func run() async throws {
        try reader.start()
        try? await gracefulShutdown()
        reader.stop()
    }
}
