import Logging

/// Hands each line on, with what stands beside it.
struct LineLog: LogHandler {
    let take: @Sendable (String) -> Void
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    init(take: @escaping @Sendable (String) -> Void) { self.take = take }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { take("\(event.message) \(event.metadata ?? [:])") }
}
