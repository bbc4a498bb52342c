import AsyncHTTPClient
import Care
import Foundation
import Logging
import NIOHTTP1
import Synchronization
import Testing

@testable import CareService

@Suite("Under which names the service answers")
struct HostNameTests {
    private static func names(
        _ names: [String] = ["beckon.example.org", "fd00::5"], machine: String = "Kitchen.lan",
        listening: @escaping @Sendable () -> String = { "0.0.0.0" }
    ) -> HostNames {
        var configuration = CareServiceConfiguration(
            host: "0.0.0.0", storePath: "", tokens: RunningService.tokens)
        configuration.names = names
        configuration.machineName = { machine }
        return HostNames(configuration, listening: listening)
    }

    @Test(
        "Its own names and addresses, and those of the settings",
        arguments: [
            "localhost", "LOCALHOST:4280", "127.0.0.1", "127.9.9.9:80", "[::1]", "[::1]:4280", "10.0.0.5",
            "10.0.0.5:4280", "[::ffff:10.0.0.5]:4280", "kitchen.lan", "Kitchen", "kitchen.local",
            "KITCHEN.local.:4280",
            "beckon.example.org", "Beckon.Example.org:443", "beckon.example.org.", "[fd00::5]:1",
            "[FD00:0::5]",
        ])
    func allowed(host: String) { #expect(Self.names().allows(host, arrivedAt: "10.0.0.5")) }

    @Test(
        "No other name, however it resembles them, and no other address",
        arguments: [
            "", ":4280", "evil.example", "10.0.0.6", "0.0.0.0:4280", "0", "[::]", "127.0.0.1.evil.example",
            "localhost.evil.example",
            "kitchen.evil.example", "kitchen.local.evil.example", "evil.beckon.example.org",
            "xbeckon.example.org",
            "beckon.example.org:x", "beckon.example.org@evil.example", "user@localhost", "localhost/", "[::1",
            "[::1]x",
            "2130706433", "0x7f.1", "127.1", "10.0.0.5\u{0}",
        ])
    func refused(host: String) { #expect(!Self.names().allows(host, arrivedAt: "10.0.0.5")) }

    @Test("The names that routers and neighbours make of the machine's own", arguments: HostNames.privateEnds)
    func privateEnds(end: String) {
        let names = Self.names([], machine: "Kitchen.example.org")
        #expect(names.allows("kitchen.\(end)", arrivedAt: "10.0.0.5"))
        #expect(names.allows("KITCHEN.\(end).:4280", arrivedAt: "10.0.0.5"))
        // Of others, and of the end itself, nobody has said that they are this machine.
        for other in [
            end, "stove.\(end)", "a.kitchen.\(end)", "kitchen.\(end).evil.example", "kitchen\(end)",
        ] {
            #expect(!names.allows(other, arrivedAt: "10.0.0.5"), "\(other)")
        }
        #expect(!Self.names([], machine: "").allows(".\(end)", arrivedAt: "10.0.0.5"))
    }

    @Test(
        "A name under a domain that anybody can buy is not the machine's own",
        arguments: ["box", "com", "net", "arpa", "org", "example.org"])
    func publicEnds(end: String) {
        #expect(!Self.names([], machine: "Kitchen").allows("kitchen.\(end)", arrivedAt: "10.0.0.5"))
    }

    @Test("Where it listens is a name of its own, and not where it listened before")
    func listening() {
        let host = Mutex("kitchen.example")
        let names = Self.names([]) { host.withLock { $0 } }
        #expect(names.allows("Kitchen.example:4280", arrivedAt: "10.0.0.5"))
        host.withLock { $0 = "10.0.0.9" }
        #expect(names.allows("10.0.0.9:4280", arrivedAt: "10.0.0.5"))
        #expect(!names.allows("kitchen.example", arrivedAt: "10.0.0.5"))
        host.withLock { $0 = "::" }
        #expect(!names.allows("[::]", arrivedAt: "10.0.0.5"))
    }

    @Test("Where messages lead to is a name of its own, whatever it was before")
    func linked() {
        let host = Mutex<String?>(nil)
        let configuration = CareServiceConfiguration(
            host: "0.0.0.0", storePath: "", tokens: RunningService.tokens)
        let names = HostNames(configuration, listening: { "0.0.0.0" }, linked: { host.withLock { $0 } })
        for (set, asked) in [("Home.example", "home.example:4280"), ("fd00::7", "[fd00::7]:4280")] {
            #expect(!names.allows(asked, arrivedAt: "10.0.0.5"))
            host.withLock { $0 = set }
            #expect(names.allows(asked, arrivedAt: "10.0.0.5"))
        }
        #expect(!names.allows("home.example", arrivedAt: "10.0.0.5"))
    }

    @Test("Each refused name is logged once, and a stranger's many do not fill the log")
    func logged() {
        let lines = Mutex<[String]>([])
        let refused = RefusedNames(
            logger: Logger(label: "test") { _ in LineLog { line in lines.withLock { $0.append(line) } } })
        for _ in 0..<3 { refused.note("oven.fritz.box") }
        #expect(lines.withLock { $0.count } == 1)
        #expect(lines.withLock { $0[0].contains("service.names") && $0[0].contains("oven.fritz.box") })
        for number in 0..<1000 { refused.note("name-\(number)") }
        #expect(lines.withLock { $0.count } == RefusedNames.most + 1)
    }

    @Test("An address of IPv6 with its interface is the same, and no host at all is no browser's")
    func others() {
        #expect(Self.names().allows("[fe80::1]:4280", arrivedAt: "fe80::1%eth0"))
        #expect(Self.names().allows("[fe80::1%25eth0]", arrivedAt: "fe80::1%eth0"))
        #expect(Self.names().allows(nil, arrivedAt: "10.0.0.5"))
        // A machine without a name has none that anybody could write.
        #expect(!Self.names([], machine: "").allows(".local", arrivedAt: ""))
        #expect(!Self.names([], machine: "").allows("", arrivedAt: ""))
    }

    @Test("A certificate for all names of a domain stands for one label in front of it")
    func wildcard() {
        let names = Self.names(["*.example.org"])
        #expect(names.allows("beckon.example.org", arrivedAt: ""))
        #expect(!names.allows("a.beckon.example.org", arrivedAt: ""))
        #expect(!names.allows("example.org", arrivedAt: ""))
    }

    @Test(
        "A browser that was led here under another name gets 421, whoever it is, and a page that says what to do"
    )
    func browsers() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let evil = ("Host", "evil.example:\(service.port)")
            for (method, path) in [
                (HTTPMethod.GET, "/api/v1/health"), (.POST, "/api/v1/sessions"), (.GET, "/api/v1/nothing"),
                (.GET, "/api/v1/session"), (.GET, "/login"), (.GET, "/assets/pages.css"), (.POST, "/login"),
            ] {
                let refused = try await service.send(
                    service.message(
                        method, path, as: nil, body: method == .POST ? Data("{}".utf8) : nil,
                        headers: [evil, ("Cookie", olga.cookie), ("X-CSRF-Token", olga.session.csrfToken)]))
                #expect(refused.status == 421, "\(method) \(path)")
                if path.hasPrefix("/api/") {
                    let problem = try refused.problem
                    #expect(problem.kind == .misdirected && problem.field == "Host")
                } else {
                    let page = String(decoding: refused.body, as: UTF8.self)
                    #expect(page.contains("evil.example") && page.contains("names: [evil.example]"))
                    #expect(page.contains("http://127.0.0.1:\(service.port)"))
                    #expect(page.contains("whoever looks after the machine"))
                }
            }
            // Under its own name, the same goes on.
            let named = try await olga.send(
                .GET, "session", headers: [("Host", "localhost:\(service.port)")])
            #expect(named.status == 200)
        }
    }

    @Test("A kiosk's and a station's call is taken under any name: no page knows their token")
    func devices() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let screen = try await service.pair(.display, client: "maria", by: olga)
            let evil = ("Host", "evil.example")
            let asked = try await service.send(
                service.message(
                    .POST, "/api/v1/requests", body: try CareJSON.encoder().encode(water(priority: .urgent)),
                    headers: [evil]))
            #expect(asked.status == 201)
            let station = RunningService.tokens.station
            let list = service.message(.GET, "/api/v1/requests", as: station, headers: [evil])
            #expect(try await service.send(list).status == 200)
            let wrong = service.message(.GET, "/api/v1/requests", as: "wrong", headers: [evil])
            #expect(try await service.send(wrong).status == 401)
            // A screen is a browser.
            let display = service.message(.GET, "/api/v1/displays", as: screen.token, headers: [evil])
            #expect(try await service.send(display).status == 421)
        }
    }

    @Test("Names from the settings are accepted, and a message with two hosts is refused")
    func settings() async throws {
        try await RunningService.with(adjust: { $0.names = ["Beckon.example.org"] }) { service async throws in
            let named = service.message(
                .GET, "/api/v1/health", as: nil, headers: [("Host", "beckon.example.org")])
            #expect(try await service.send(named).status == 200)
            var two = service.message(.GET, "/api/v1/health", as: nil, headers: [("Host", "localhost")])
            two.headers.add(name: "Host", value: "evil.example")
            #expect(try await service.send(two).status == 400)
        }
    }
}
