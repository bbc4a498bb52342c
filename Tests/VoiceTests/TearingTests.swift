import Logging
import OwnThreads
import RealTime
import Speech
import Synchronization
import Testing
import Time

@testable import Voice

/// What is told of a device that interrupts words, by the pump that notices it and by the one after it.
@Suite(.ownThreads(1)) struct TearingTests {
    private final class Told: Sendable {
        let events = Mutex<[String]>([])
        var list: [String] { events.withLock { $0 } }
    }

    private let told = Told()
    private let output: Output

    init() {
        let told = told
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        output = Output(
            device: nil, roles: [.main], isRequired: false, mixer: .keep, memory: nil,
            listeners: Output.Listeners(onEvent: { event in told.events.withLock { $0.append(event.short) } }
            ),
            logger: logger, watchdog: Watchdog())
        output.tellPlaying()
    }

    private func at(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64(seconds * 1e9)) }

    /// A look of the pump while words sound, in time.
    private func look(_ pump: inout Pump, at seconds: Double, isDry: Bool) {
        pump.plannedRefill = at(seconds)
        let report = Pump.Report(
            at: at(seconds), unheard: 0, queued: 0, room: 9_600, isRunning: true, hasStopped: false,
            ranDry: isDry, reported: 0)
        pump.learn(from: report, at: at(seconds))
    }

    private func tearing(_ pump: inout Pump) {
        pump.lead = Lead(period: ALSADevice.period, learnt: .ms200)
        for second in 0..<3 { look(&pump, at: Double(2 * second), isDry: true) }
    }

    @Test("The third gap in a minute is told once, and the end after two minutes of whole words")
    func once() {
        defer { output.shutDown() }
        var pump = Pump(output: output, epoch: 0)
        pump.lead = Lead(period: ALSADevice.period, learnt: .ms200)
        for second in 0..<2 { look(&pump, at: Double(2 * second), isDry: true) }
        #expect(told.list == [])
        for second in 2..<6 { look(&pump, at: Double(2 * second), isDry: true) }
        #expect(told.list == ["tearing main"])
        for half in 1..<238 { look(&pump, at: 10 + Double(half) / 2, isDry: false) }
        #expect(told.list == ["tearing main"])
        for half in 238..<244 { look(&pump, at: 10 + Double(half) / 2, isDry: false) }
        #expect(told.list == ["tearing main", "whole main"])
    }

    @Test("A device that is lost is told to be lost, and tears no more after that")
    func lost() {
        defer { output.shutDown() }
        var pump = Pump(output: output, epoch: 0)
        tearing(&pump)
        pump.lose(.deviceStalled("test"))
        #expect(told.list == ["tearing main", "lost main", "whole main"])
    }

    @Test("A pump that hangs takes its tearing with it, and says nothing when it wakes up")
    func abandoned() {
        defer { output.shutDown() }
        var pump = Pump(output: output, epoch: 0)
        tearing(&pump)
        output.inCallSince.store(at(1).nanoseconds, ordering: .sequentiallyConsistent)
        output.abandonIfBlocked(at: at(3))
        #expect(told.list == ["tearing main", "lost main", "whole main"])
        for second in 10..<20 { look(&pump, at: Double(2 * second), isDry: true) }
        #expect(told.list == ["tearing main", "lost main", "whole main"])
        // The next pump tells its own.
        var next = Pump(output: output, epoch: 1)
        tearing(&next)
        #expect(told.list.last == "tearing main")
    }
}
