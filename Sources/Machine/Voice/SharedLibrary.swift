import Synchronization

/// eSpeak NG for all that speak in this process: it is one global, however many synthesisers there are.
enum SharedLibrary {
    private static let library = Mutex(Result { () throws(VoiceError) in try ESpeak() })
    /// How many want it for what a person is about to hear in the room.
    private static let claims = Atomic<Int>(0)

    /// Uses it for what is about to be heard; waits for at most one piece of a
    /// sample, or until the sample's voice is loaded.
    static func use<Value: Sendable>(_ body: (inout Result<ESpeak, VoiceError>) -> Value) -> Value {
        claims.add(1, ordering: .relaxed)
        defer { claims.subtract(1, ordering: .relaxed) }
        return library.withLock { library in body(&library) }
    }

    /// Uses it for what can wait: `body` must stop as soon as `isClaimed`, and is told nothing if it is claimed already.
    ///
    /// - Returns: `nil` if it is claimed.
    static func useIfFree<Value: Sendable>(
        _ body: (inout Result<ESpeak, VoiceError>) -> Value
    ) -> Value? {
        guard !isClaimed else { return nil }
        return library.withLock { library in isClaimed ? nil : body(&library) }
    }

    /// Whether somebody waits for it, or has it, for what is about to be heard.
    static var isClaimed: Bool { claims.load(ordering: .relaxed) > 0 }
}
