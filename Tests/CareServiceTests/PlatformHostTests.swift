import Care
import Coursework
import Foundation
import Networking
import Recurrence
import Synchronization
import Testing

@testable import CareService

@Suite("Platforms outside: which machine is asked")
struct PlatformHostTests {
    /// A name that leads to these, and how often it was asked for.
    private final class Names: Sendable {
        private let found: [String]
        private let count = Mutex(0)
        var asked: Int { count.withLock(\.self) }

        init(_ found: [String]) { self.found = found }

        var resolver: NameLookup.Resolver {
            { _ in
                self.count.withLock { $0 += 1 }
                return self.found
            }
        }
    }

    private static func read(
        _ kind: CourseworkLink.Kind = .planner, of canvas: FakeCanvas, _ names: Names,
        mayBeInside: Bool = true
    ) async -> CourseworkFetcher.Outcome {
        var access = PlatformAccess(version: "test")
        access.resolver = names.resolver
        let fetcher = CourseworkFetcher(access: access, zones: { _ in nil })
        let path = kind == .feed ? "/feeds/calendars/user_secret.ics" : ""
        return await fetcher.read(
            kind, .init(address: "http://localhost:\(canvas.port)\(path)", token: FakeCanvas.token),
            mayBeInside: mayBeInside, tag: nil, home: .utc, now: noon)
    }

    @Test("Where the first of a host's machines does not answer, the next is asked, for all pages")
    func next() async throws {
        try await FakeCanvas.with { canvas in
            canvas.state.withLock { state in
                (state.page, state.host) = (1, "localhost")
                state.items = (1...2).map {
                    FakeCanvas.Item(id: $0, title: "Task \($0)", due: "2026-04-01T21:59:59Z")
                }
                state.calendar = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"
            }
            for kind in CourseworkLink.Kind.allCases {
                let names = Names(["127.0.0.2", "127.0.0.1"])
                guard case .read(let reading, _) = await Self.read(kind, of: canvas, names) else {
                    Issue.record("\(kind) was not read")
                    continue
                }
                // The name is asked for once: what it leads to a moment later counts for nothing.
                #expect(reading.tasks.count == (kind == .feed ? 0 : 2) && names.asked == 1)
            }
            let nobody = Names(["127.0.0.2", "127.0.0.3"])
            #expect(await Self.read(of: canvas, nobody) == .failed(.unreachable, asked: nil))
        }
    }

    @Test("Whatever a machine answers is its answer: no other one is asked then")
    func answers() async throws {
        try await FakeCanvas.with { canvas in
            let troubles: [(FakeCanvas.Reply, PlatformProblem)] = [
                (.init(status: 401), .refused), (.init(status: 500), .failing), (.init(status: 429), .busy),
                (.init(status: 302, headers: [("Location", "http://127.0.0.2:\(canvas.port)/")]), .moved),
                (.init(body: "<html>"), .unreadable),
            ]
            for (reply, problem) in troubles {
                canvas.state.withLock { $0.replies = [reply] }
                let outcome = await Self.read(of: canvas, Names(["127.0.0.1", "127.0.0.2"]))
                #expect(outcome == .failed(problem, asked: nil), "\(problem)")
            }
            #expect(canvas.asked.count == troubles.count)
        }
    }

    @Test("One address inside the home among those of the internet, wherever it stands, and none is asked")
    func inside() async throws {
        try await FakeCanvas.with { canvas in
            for found in [
                ["93.184.216.34", "127.0.0.1"], ["127.0.0.1", "93.184.216.34"],
                ["2606:4700::1111", "fd00::1"],
                ["127.0.0.1"],
            ] {
                let outcome = await Self.read(of: canvas, Names(found), mayBeInside: false)
                #expect(outcome == .failed(.insideHome, asked: nil), "\(found)")
            }
            #expect(canvas.asked.isEmpty)
        }
        #expect(
            try await PlatformHost.addresses(
                of: "x", mayBeInside: false, by: { _ in ["1.1.1.1", "1.1.1.1"] })
                == ["1.1.1.1"])
        let many = (1...50).map { "1.1.1.\($0)" }
        #expect(
            try await PlatformHost.addresses(of: "x", mayBeInside: false, by: { _ in many })
                == Array(many.prefix(PlatformHost.mostTried)))
    }
}
