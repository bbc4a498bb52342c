internal import Synchronization

/// Numbers for devices, never the same twice in one process: kiosk and station may both read some.
enum DeviceNumber {
    private static let last = Atomic<Int>(0)

    static func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}
