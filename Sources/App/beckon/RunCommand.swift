import ArgumentParser
import Roles
import ServiceLifecycle

/// `beckon run`: everything in one process, for a single home.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run the client's kiosk, the caregivers' station and the service in one process.",
        discussion: """
            The first start makes the home's folder from the boards that ship. With a switch plugged in, that is the
            switch; without one, or over ssh, the terminal's keys are: space is switch 1, enter is switch 2, digits are
            the keypad, h calls for help; a answers "on the way", m "done", d "can't now", n goes to the next one, r
            says it again, s puts a reminder off, o tells what is open, u undoes what was noted.
            """)

    @OptionGroup var home: HomeOptions
    @OptionGroup var listen: ListenOption
    @OptionGroup var role: RoleOptions

    func run() async throws {
        let composition = try Composition(home, asksNames: true)
        let (service, serviceURL) = try composition.service(listen, isAlone: false)
        let voices = try composition.voices(role.sound)
        defer { voices.shutDown() }
        let kiosk = composition.kiosk(
            role, voices, isOwnService: true, hasStation: true, serviceURL: serviceURL)
        let station = composition.station(
            voices, isOwnService: true, tellsBattery: false, serviceURL: serviceURL)
        let desk = composition.switches(
            role,
            .init(
                kiosk: { kiosk.take($0) }, station: { station.take($0) },
                stationWantsDigits: { station.wantsDigits }))
        Welcome(composition: composition, isSilent: voices.isSilent, usesTerminal: desk.usesTerminal).show()
        let pages = composition.showPages(service, url: serviceURL)
        defer { pages.cancel() }
        try await composition.run([service, composition.follow(service, listen), kiosk, station, desk])
    }
}
