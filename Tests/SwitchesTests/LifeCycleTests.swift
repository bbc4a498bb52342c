import Foundation
import Logging
import OwnThreads
import Scanning
import Switches
import Synchronization
import Testing

@Suite(.ownThreads(1)) struct LifeCycleTests {
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test("A reader without any device starts, and stops as often as it is told")
    func aReaderWithoutAnyDeviceStartsAndStopsAs() throws {
        let begun = DispatchSemaphore(value: 0)
        let reader = SwitchReader(
            selection: [.auto], keys: [57: .select], grab: true, directory: "/nowhere/at/all", logger: logger,
            onThreadStart: { begun.signal() }, onEvent: { _ in Issue.record("there is no device") })
        try reader.start()
        try reader.start()
        #expect(begun.wait(timeout: .now() + 300) == .success)
        reader.stop()
        reader.stop()
        try reader.start()
        #expect(begun.wait(timeout: .now()) == .timedOut)
    }

    @Test("Reading may be stopped from within an event") func readingMayBeStoppedFromWithinAnEvent() throws {
        let ends = Pipe()
        let begun = DispatchSemaphore(value: 0), stopped = DispatchSemaphore(value: 0)
        let keys = Mutex<TerminalKeys?>(nil)
        let reader = TerminalKeys(input: ends.fileHandleForReading.fileDescriptor, logger: logger) { _ in
            begun.wait()
            keys.withLock { $0 }?.stop()
            keys.withLock { $0 = nil }
            stopped.signal()
        }
        keys.withLock { $0 = reader }
        try reader.start()
        begun.signal()
        #expect(stopped.wait(timeout: .now() + 300) == .success)
        reader.stop()
    }
}
