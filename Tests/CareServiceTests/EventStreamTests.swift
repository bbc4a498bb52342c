import Care
import CareService
import Foundation
import OwnFolders
import Synchronization
import Testing

@Suite("What the event stream tells")
struct EventStreamTests {
    private static let station = RunningService.tokens.station
    private static let kiosk = RunningService.tokens.kiosk

    @Test("A request is told as it is asked, and what was missed is told first")
    func live() async throws {
        try await RunningService.with { service in
            _ = try await service.post("/api/v1/requests", water())
            try await service.events(as: Self.station, after: 0) { lines in
                #expect(try await lines.nextEvent().sequence == 1)
                let ready = try #require(try await lines.next())
                #expect(ready.hasPrefix("event: ready\ndata: {") && ready.contains(#""sequence":1"#))
                let new = water()
                _ = try await service.post("/api/v1/requests", new)
                let event = try await lines.nextEvent()
                #expect(event.kind == .asked && event.request?.id == new.id && event.sequence == 2)
            }
        }
    }

    @Test("A stream without a place begins now")
    func fromNow() async throws {
        try await RunningService.with { service in
            _ = try await service.post("/api/v1/requests", water())
            try await service.events(as: Self.station) { lines in
                try await lines.untilReady()
                _ = try await service.post("/api/v1/requests", water())
                #expect(try await lines.nextEvent().sequence == 2)
            }
        }
    }

    @Test("Many readers each get every event once, in order, while many write")
    func manyReaders() async throws {
        try await RunningService.with { service in
            try await withThrowingTaskGroup(of: [Int64].self) { group in
                for _ in 0..<5 {
                    group.addTask {
                        var read: [Int64] = []
                        try await service.events(as: Self.station, after: 0) { lines in
                            while read.count < 120 {
                                let event = try await lines.nextEvent()
                                if event.kind == .asked { read.append(event.sequence) }
                            }
                        }
                        return read
                    }
                }
                try await withThrowingTaskGroup(of: Void.self) { writers in
                    for _ in 0..<6 {
                        writers.addTask {
                            for _ in 0..<20 { _ = try await service.post("/api/v1/requests", water()) }
                        }
                    }
                    try await writers.waitForAll()
                }
                for try await read in group { #expect(read == read.sorted() && Set(read).count == 120) }
            }
        }
    }

    @Test("A reminder reaches a connected reader when it falls due")
    func due() async throws {
        try await RunningService.with { service in
            try await service.events(as: Self.kiosk) { lines in
                try await lines.untilReady()
                _ = try await service.post("/api/v1/requests", water())
                #expect(try await lines.nextEvent().kind == .asked)
                service.clock.pass(.seconds(300))
                service.service.clockHasMoved()
                let events = [try await lines.nextEvent(), try await lines.nextEvent()]
                #expect(events.map(\.kind) == [.escalated, .stillWaiting])
                #expect(events.map(\.minutes) == [5, 5])
            }
        }
    }

    @Test("A kiosk that goes and stays away is told to the station, and that it is back")
    func kioskAway() async throws {
        try await RunningService.with { service in
            try await service.events(as: Self.station) { station in
                try await station.untilReady()
                try await service.events(as: Self.kiosk) { kiosk in try await kiosk.untilReady() }
                // Whether the service has seen it go is only shown by the fault itself: time passes until then.
                let ticking = Task {
                    while !Task.isCancelled {
                        service.clock.pass(.seconds(1))
                        service.service.clockHasMoved()
                        await Task.yield()
                    }
                }
                let gone = try await station.nextFault(.kioskAway)
                ticking.cancel()
                await ticking.value
                #expect(gone.isActive)
                #expect(gone.clientName == "Maria" && gone.source == "service")
                try await service.events(as: Self.kiosk) { kiosk in
                    try await kiosk.untilReady()
                    #expect(try await !station.nextFault(.kioskAway).isActive)
                }
            }
        }
    }

    @Test("A station that never comes is told to the kiosk after the first wait")
    func stationMissing() async throws {
        try await RunningService.with {
            $0.expected = [.station]
        } _: { service in
            try await service.events(as: Self.kiosk) { lines in
                try await lines.untilReady()
                service.clock.pass(.seconds(90))
                service.service.clockHasMoved()
                #expect(try await lines.nextEvent().fault?.kind == .stationAway)
            }
        }
    }

    @Test("A stream with nothing to tell shows that it is alive")
    func keepAlive() async throws {
        try await RunningService.with { service in
            try await service.events(as: Self.kiosk) { lines in
                try await lines.untilReady()
                #expect(lines.retry == "1000")
                service.clock.pass(.seconds(15))
                service.service.clockHasMoved()
                #expect(try await lines.next() == ": here")
            }
        }
    }

    @Test(
        "Open streams end when the service stops: they come to their end, and are not cut",
        .timeLimit(.minutes(30)))
    func stops() async throws {
        let streamEnded = Mutex<Task<Void, any Error>?>(nil)
        try await RunningService.with { service in
            let (isReady, ready) = AsyncStream<Void>.makeStream()
            let stream = Task {
                try await service.events(as: Self.station) { lines in
                    try await lines.untilReady()
                    ready.yield()
                    #expect(try await lines.next() == nil)
                }
            }
            streamEnded.withLock { $0 = stream }
            for await _ in isReady { break }
        }
        try await streamEnded.withLock { $0 }?.value
    }

    @Test("An escalation runs the home's program, with the request on its standard input")
    func command() async throws {
        let folder = try OwnFolder()
        let output = folder.file("told")
        #expect(mkfifo(output, 0o600) == 0)
        var policy = AlertPolicy()
        policy.command = ["/bin/sh", "-c", "cat > '\(output)'"]
        let new = water(priority: .urgent)
        try await RunningService.with(policy) { service in
            _ = try await service.post("/api/v1/requests", new)
            service.clock.pass(.seconds(60))
            service.service.clockHasMoved()
            // Opening and reading block until the program writes: on a thread of their own.
            let told = try await withCheckedThrowingContinuation {
                (done: CheckedContinuation<Data, any Error>) in
                Thread.detachNewThread {
                    done.resume(
                        with: Result {
                            let reader = try FileHandle(forReadingFrom: URL(fileURLWithPath: output))
                            return try reader.readToEnd() ?? Data()
                        })
                }
            }
            let request = try CareJSON.decoder().decode(Request.self, from: told)
            #expect(request.id == new.id && request.escalation == 1)
        }
    }
}
