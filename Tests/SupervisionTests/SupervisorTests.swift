import Foundation
import Logging
import OwnThreads
import ServiceLifecycle
import Synchronization
import Testing

@testable import Supervision

@Suite("What systemd is told", .ownThreads(4)) struct WhatSystemdIsToldTests {
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func supervisor(_ manager: ManagerSocket, watchdog: String? = nil) throws -> Supervisor {
        var environment = ["NOTIFY_SOCKET": manager.name]
        environment["WATCHDOG_USEC"] = watchdog
        return try #require(Supervisor(environment: environment, logger: logger))
    }

    @Test("Ready is told once, when the last part is ready", arguments: [false, true])
    func readyIsToldOnceWhenTheLastPartIs(isAbstract: Bool) throws {
        let manager = try ManagerSocket(isAbstract: isAbstract)
        let supervisor = try supervisor(manager)
        let (voices, kiosk) = (supervisor.part("voices"), supervisor.part("kiosk"))
        voices.ready()
        voices.ready()
        supervisor.begin()
        #expect(manager.next() == ["STATUS=Starting: kiosk."])
        kiosk.ready()
        kiosk.ready()
        supervisor.beginRound()
        #expect(manager.next() == ["READY=1", "STATUS=Ready."])
        #expect(manager.next() == ["WATCHDOG=1"])
    }

    @Test("Nothing counts as alive before it is ready") func nothingCountsAsAliveBeforeItIsReady() throws {
        let manager = try ManagerSocket(isAbstract: true)
        let supervisor = try supervisor(manager)
        let (voices, kiosk) = (supervisor.part("voices"), supervisor.part("kiosk"))
        voices.ready()
        supervisor.beginRound()
        supervisor.begin()
        supervisor.beginRound()
        kiosk.ready()
        #expect(manager.next() == ["STATUS=Starting: kiosk."])
        #expect(manager.next() == ["READY=1", "STATUS=Ready."])
    }

    @Test("A part that does not answer keeps the others' answers from counting, until it does")
    func aPartThatDoesNotAnswerKeepsTheOthers() throws {
        let manager = try ManagerSocket(isAbstract: true)
        let supervisor = try supervisor(manager)
        let held = Mutex<[@Sendable () -> Void]>([])
        let (voices, kiosk) = (supervisor.part("voices"), supervisor.part("kiosk"))
        voices.ready()
        supervisor.begin()
        #expect(manager.next() == ["STATUS=Starting: kiosk."])
        kiosk.ready { answer in held.withLock { $0.append(answer) } }
        #expect(manager.next() == ["READY=1", "STATUS=Ready."])
        // Three rounds' time: asked once, complained of once, and no sign of life in between.
        for _ in 1...3 { supervisor.beginRound() }
        #expect(manager.next() == ["STATUS=No answer from kiosk."])
        #expect(held.withLock { $0.count } == 1)
        for answer in held.withLock({ $0 }) { answer() }
        #expect(manager.next() == ["WATCHDOG=1", "STATUS=Ready."])
        // The same answer again is not another one.
        for answer in held.withLock({ $0 }) { answer() }
        supervisor.beginRound()
        for answer in held.withLock({ Array($0.dropFirst()) }) { answer() }
        #expect(manager.next() == ["WATCHDOG=1"])
    }

    @Test("A service that runs tells that it starts, lives and stops")
    func aServiceThatRunsTellsThatItStartsLives() async throws {
        let manager = try ManagerSocket(isAbstract: false)
        let supervisor = try supervisor(manager, watchdog: "200000")
        let kiosk = supervisor.part("kiosk")
        let group = ServiceGroup(
            configuration: .init(services: [.init(service: supervisor)], logger: logger))
        async let running: Void = group.run()
        var told = [await manager.comes()]
        kiosk.ready()
        for _ in 1...3 { told.append(await manager.comes()) }
        #expect(
            told == [
                ["STATUS=Starting: kiosk."], ["READY=1", "STATUS=Ready."], ["WATCHDOG=1"], ["WATCHDOG=1"],
            ])
        // The system keeps ten notices that nobody has read, and refuses the next: they are read all the time.
        async let last = {
            while true {
                let notices = await manager.comes()
                if notices != ["WATCHDOG=1"] { return notices }
            }
        }()
        await group.triggerGracefulShutdown()
        try await running
        #expect(await last == ["STOPPING=1", "STATUS=Stopping."])
    }

    @Test("Without a socket nobody is told anything") func withoutASocketNobodyIsToldAnything() {
        #expect(Supervisor(environment: [:], logger: logger) == nil)
        #expect(Supervisor(environment: ["NOTIFY_SOCKET": ""], logger: logger) == nil)
    }

    @Test(
        "An invalid socket address is logged and not used",
        arguments: ["relative/path", "@", "vsock:2:1234", "/" + String(repeating: "x", count: 107)])
    func anAddressThatIsNoneIsToldInThe(path: String) {
        #expect(throws: SupervisionError.noAddress(path)) { try NotifySocket(path: path) }
        #expect(Supervisor(environment: ["NOTIFY_SOCKET": path], logger: logger) == nil)
    }

    @Test("A manager that is away makes no harm") func aManagerThatIsAwayMakesNoHarm() throws {
        let socket = try NotifySocket(path: "/nowhere/at/all")
        #expect(throws: SupervisionError.notTold(ENOENT)) { try socket.send([.alive]) }
    }

    @Test(
        "The watchdog is told twice as often as it wants",
        arguments: [
            (["WATCHDOG_USEC": "30000000"], .seconds(15)),
            (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "77"], .seconds(15)),
            (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "78"], nil),
            (["WATCHDOG_USEC": "0"], nil), (["WATCHDOG_USEC": "soon"], nil), ([:], nil),
        ] as [([String: String], Duration?)])
    func theWatchdogIsToldTwiceAsOftenAsIt(environment: [String: String], interval: Duration?) {
        #expect(Supervisor.interval(environment, process: 77) == interval)
    }

    @Test("A line of status stays one line") func aLineOfStatusStaysOneLine() {
        #expect(Notice.status("a\nREADY=1").line == "STATUS=a READY=1")
    }
}
