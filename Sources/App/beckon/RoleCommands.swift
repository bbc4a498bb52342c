import HomeFiles
import ArgumentParser
import CareService
import Foundation
import Roles
import Wording

/// `beckon kiosk`: the client's side, on its own machine.
struct KioskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kiosk",
        abstract: "Run the client's kiosk alone; the service may be on another machine.",
        discussion: "It needs the token of the service's home in HOME/tokens/kiosk.")

    @OptionGroup var home: HomeOptions
    @OptionGroup var service: ServiceOption
    @OptionGroup var role: RoleOptions
    @OptionGroup var sharing: SharingOption

    func run() async throws {
        let composition = try Composition(home, isElsewhere: service.service != nil)
        let url = try composition.address(of: service)
        let voices = try composition.voices(role.sound)
        defer { voices.shutDown() }
        let kiosk = composition.kiosk(role, voices, isOwnService: service.service == nil) { url }
        let desk = composition.switches(
            role, isShared: sharing.shareSwitches, .init(kiosk: { kiosk.take($0) }, station: nil))
        Welcome(
            composition: composition, isSilent: voices.isSilent, usesTerminal: desk.usesTerminal,
            roles: [.client]
        ).show()
        try await composition.run([kiosk, desk])
    }
}

/// `beckon station`: the caregivers' side, on its own machine.
struct StationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "station",
        abstract: "Run a caregivers' station alone; the service may be on another machine.",
        discussion: "It needs the token of the service's home in HOME/tokens/station.")

    @OptionGroup var home: HomeOptions
    @OptionGroup var service: ServiceOption
    @OptionGroup var role: RoleOptions
    @OptionGroup var sharing: SharingOption

    func run() async throws {
        let composition = try Composition(home, isElsewhere: service.service != nil, isStation: true)
        let url = try composition.address(of: service)
        let voices = try composition.voices(role.sound)
        defer { voices.shutDown() }
        let station = composition.station(voices, isOwnService: service.service == nil) { url }
        let desk = composition.switches(
            role, isShared: sharing.shareSwitches, .init(kiosk: nil, station: { station.take($0) }))
        Welcome(
            composition: composition, isSilent: voices.isSilent, usesTerminal: desk.usesTerminal,
            roles: [.caregiver]
        )
        .show()
        try await composition.run([station, desk])
    }
}

/// `beckon service`: keeps the requests and tells them to whoever is connected.
struct ServiceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service",
        abstract: "Run the service alone: it keeps the requests and tells kiosks and stations.",
        discussion: "Its first start makes the devices' tokens in HOME/tokens.")

    @OptionGroup var home: HomeOptions
    @OptionGroup var listen: ListenOption

    func run() async throws {
        let composition = try Composition(home)
        let (service, url) = try composition.service(listen, isAlone: true)
        let words = composition.locale.words
        let greeting = Task {
            let address = try await url().absoluteString
            Welcome.write([
                Welcome.sentence(
                    words(Text("terminal.service_answers", ["address": .verbatim(address)]))),
                Welcome.sentence(words(Text("terminal.pair_there"))),
            ])
        }
        let pages = composition.showPages(service, url: url)
        defer {
            greeting.cancel()
            pages.cancel()
        }
        try await composition.run([service, composition.follow(service, listen)])
    }
}
