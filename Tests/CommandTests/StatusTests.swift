import ArgumentParser
import Care
import Foundation
import Recurrence
import Roles
import StaffFiles
import Testing
import ZoneFiles

@testable import CareClient
@testable import beckon

@Suite("beckon status")
struct StatusTests {
    private static let now = Date(timeIntervalSince1970: 1_774_702_800)

    private func device(
        _ kind: DeviceKind, _ standing: DeviceStanding.Standing = .connected, name: String? = nil
    ) -> DeviceStanding {
        DeviceStanding(
            kind: kind, device: name == nil ? nil : UUID(), name: name,
            client: kind == .kiosk ? "maria" : nil,
            clientName: kind == .kiosk ? "Maria" : nil, standing: standing,
            since: Self.now.addingTimeInterval(-3600))
    }

    private func fault(_ kind: FaultKind, client: String? = "maria", source: String = "kiosk") -> Fault {
        Fault(
            id: UUID(), source: source, kind: kind, client: client, isActive: true,
            clientName: client.map { _ in "Maria" },
            detail: "detail", at: Self.now.addingTimeInterval(-600))
    }

    private func request(_ state: RequestState, minutes: Double, label: String = "Water") -> Request {
        let asked = Self.now.addingTimeInterval(-60 * minutes)
        return Request(
            id: UUID(), client: "maria", clientName: "Maria", need: "water", label: label, called: "water",
            say: "Water, please.", priority: .normal, state: state, askedAt: asked, receivedAt: asked,
            changedAt: asked, sequence: 1)
    }

    private func report(
        devices: [DeviceStanding]? = nil, requests: [Request] = [], faults: [Fault] = [],
        host: String = "127.0.0.1"
    ) -> StatusReport {
        var report = StatusReport(
            home: "/home/anna/beckon", address: "http://127.0.0.1:4280", name: "Garden House", language: "en",
            now: Self.now)
        let status = HomeStatus(
            status: .up, detail: nil, version: "0.2.0", startedAt: Self.now.addingTimeInterval(-7200),
            now: Self.now,
            zone: "Europe/Berlin",
            address: ServiceAddress(
                host: host, port: 4711, isSecure: host != "127.0.0.1",
                reach: host == "127.0.0.1" ? .machine : .network),
            devices: devices ?? [device(.kiosk), device(.station)])
        report.note(MachineState(free: 52_000, wrongYear: nil))
        report.note(
            ServiceReader.Overview(status: status, requests: requests, faults: faults, agenda: nil),
            zones: ZoneFiles())
        return report
    }

    private func screen(_ report: StatusReport, language: String = "en_GB", columns: Int? = nil) throws
        -> String
    {
        let locale = ReaderLocale(["LANG": language], try SharedFiles.find().translations())
        return StatusScreen(report, locale, look: TerminalLook(columns: columns, isColoured: false)).text
    }

    @Test("All is well") func well() throws {
        let report = report()
        #expect(report.state == .well)
        let text = try screen(report)
        #expect(
            text == """
                Beckon in Garden House · Saturday 28 March 14:00

                ✓ All is well.

                Service  running since today 12:00, version 0.2.0
                         http://127.0.0.1:4711, for this machine alone
                Kiosk    Maria: connected since today 13:00; no fault of switch or sound
                Station  connected since today 13:00; no fault of its sound
                Calls    none open
                Next     the plan cannot be read
                Disk     52 GB free
                Faults   none
                """, "\(text)")
    }

    @Test("The address is the one at which the service listens, whatever the settings say") func address()
        throws
    {
        let text = try screen(report(host: "0.0.0.0"))
        #expect(text.contains("https://127.0.0.1:4711, for the network too"), "\(text)")
    }

    @Test("Each thing that needs a person is counted once") func needs() {
        #expect(report(faults: [fault(.switchUnplugged)]).things == 1)
        #expect(report(requests: [request(.asked, minutes: 3), request(.heard, minutes: 9)]).things == 2)
        #expect(report(requests: [request(.onTheWay, minutes: 3)]).state == .well)
        #expect(report(devices: [device(.kiosk, .away), device(.station)]).things == 1)
        #expect(
            report(devices: [device(.kiosk, .away), device(.station)], faults: [fault(.kioskAway)]).things
                == 1)
        #expect(report(devices: [device(.kiosk, .awaited), device(.station)]).state == .well)
        var full = report()
        full.note(MachineState(free: 12, wrongYear: nil))
        #expect(full.things == 1 && full.state == .needsPerson)
        full.note(MachineState(free: 12, wrongYear: 1970))
        #expect(full.things == 2)
    }

    @Test("The oldest call is named") func calls() throws {
        let text = try screen(
            report(requests: [
                request(.heard, minutes: 2, label: "Tea"), request(.onTheWay, minutes: 12),
                request(.met, minutes: 90, label: "Toilet"),
            ]))
        #expect(text.contains("Calls    2 open; the oldest, asked 12 minutes ago: Water (Maria)"), "\(text)")
        #expect(text.contains("1 call waits for an answer."), "\(text)")
    }

    @Test(
        "It is one screen, whatever there is to say",
        arguments: ["en_GB", "de_DE", "fr_FR", "en_US"], [80, 40])
    func oneScreen(language: String, columns: Int) throws {
        let report = report(
            devices: (0..<30).map {
                device($0 % 2 == 0 ? .kiosk : .station, .away, name: "Room \($0) 日本 with a long name")
            },
            requests: (0..<400).map {
                request(
                    .asked, minutes: Double($0), label: String(repeating: "long ", count: 40) + "\n\u{1B}[2J")
            },
            faults: FaultKind.allCases.map { fault($0) })
        let text = try screen(report, language: language, columns: columns)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 24, "\(text)")
        for line in lines { #expect(TerminalText.width(of: String(line)) <= columns, "\(line)") }
        #expect(!text.contains("\u{1B}"))
        #expect(!text.contains("status."), "\(text)")
    }

    @Test("A fault is told with what to do, in the reader's language") func faults() throws {
        let report = report(faults: [fault(.switchUnplugged)])
        let english = try screen(report)
        #expect(
            english.contains("! Maria’s switch is unplugged.")
                || english.contains("! Maria's switch is unplugged."), "\(english)")
        #expect(english.contains("  → ") && english.contains("see Faults"))
        let german = try screen(report, language: "de_DE")
        #expect(german.contains("! Der Taster von Maria ist abgezogen."), "\(german)")
        #expect(german.contains("Um eine Sache muss sich jemand kümmern."))
    }

    @Test("Where nothing answers, it says how to start") func stopped() throws {
        var report = StatusReport(
            home: "/srv/home", address: "http://127.0.0.1:4280", name: nil, language: "en", now: Self.now)
        report.note(
            ServiceProbeError(description: "the service does not answer: nothing is listening there"),
            start: "beckon run --home /srv/home")
        #expect(report.state == .unreachable)
        let text = try screen(report)
        #expect(
            text.contains("! Beckon is not running here.")
                && text.contains("Start it: beckon run --home /srv/home"), "\(text)")
    }

    @Test(
        "The command to type is never cut, and nothing is where a program reads it", arguments: [40, 80, nil])
    func whole(columns: Int?) throws {
        let place = "/srv/" + String(repeating: "a long way down/", count: 12)
        var stopped = StatusReport(
            home: place, address: "http://127.0.0.1:4280", name: "Garden House", language: "en", now: Self.now
        )
        stopped.note(ServiceProbeError(description: "nothing there"), start: "beckon run --home \(place)")
        let text = try screen(stopped, columns: columns)
        #expect(text.contains("Start it: beckon run --home \(place)"), "\(text)")
        let long = String(repeating: "long ", count: 60) + "end"
        let piped = try screen(report(requests: [request(.asked, minutes: 2, label: long)]), columns: columns)
        #expect(piped.contains(long) == (columns == nil), "\(piped)")
        #expect(piped.contains("…") == (columns != nil), "\(piped)")
    }

    @Test("What would turn a line around, or steer the terminal, is shown as a code")
    func marks() throws {
        let text = try screen(
            report(requests: [request(.asked, minutes: 2, label: "a\u{202E}b\u{2066}c\u{2028}d")]))
        #expect(text.contains(#"a\u{202e}b\u{2066}c"#), "\(text)")
        #expect(!text.unicodeScalars.contains { [0x202E, 0x2066, 0x2028].contains($0.value) })
        #expect(ProgramText.visible("👩\u{200D}👧 \u{1B}[2J") == "👩\u{200D}👧 \\u{1b}[2J")
    }

    @Test(
        "Programs get the same as JSON, in English whatever the terminal speaks",
        arguments: ["C", "de_DE.UTF-8"])
    func json(language: String) throws {
        let report = report(requests: [request(.asked, minutes: 5)], faults: [fault(.soundLost)])
        let terminal = Terminal(output: { _ in }, error: { _ in }, environment: ["LC_ALL": language])
        let json = try Terminal.$current.withValue(terminal) { try report.json() }
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary)
        let told = try #require((document["faults"] as? [NSDictionary])?.first?["sentence"] as? String)
        #expect(told.contains("sound"), "\(told)")
        #expect(document["state"] as? String == "needs_person")
        #expect(document["address"] as? String == "http://127.0.0.1:4711")
        #expect((document["calls"] as? NSDictionary)?["unanswered"] as? Int == 1)
        #expect((document["faults"] as? [NSDictionary])?.first?["kind"] as? String == "sound_lost")
        #expect((document["service"] as? NSDictionary)?["version"] as? String == "0.2.0")
        #expect(document["free_megabytes"] as? Int == 52_000)
    }

    @Test("What is no home is told as such, and nothing is made") func noHome() async throws {
        let place = "/tmp/beckon-is-not-here"
        let command = try StatusCommand.parse(["--home", place])
        await #expect(throws: StatusProblem.self) { try await command.run() }
        #expect(!FileManager.default.fileExists(atPath: place))
    }
}
