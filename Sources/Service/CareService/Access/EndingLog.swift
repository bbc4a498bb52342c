import Logging

/// The log of Hummingbird's server, in which a server that is told to end is no error: whoever has told it so knows.
struct EndingLog: LogHandler {
    private var base: any LogHandler

    init(_ base: any LogHandler) { self.base = base }

    /// The same logger, for a server.
    static func of(_ logger: Logger) -> Logger {
        Logger(label: logger.label) { _ in EndingLog(logger.handler) }
    }

    var logLevel: Logger.Level {
        get { base.logLevel }
        set { base.logLevel = newValue }
    }

    var metadata: Logger.Metadata {
        get { base.metadata }
        set { base.metadata = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { base[metadataKey: key] }
        set { base[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) {
        // Its text is all that it gives of the error; a port that has closed already is as closed as it was to be.
        let isEnd = [": CancellationError()", ": Already closed"].contains {
            "\(event.message)".hasSuffix($0)
        }
        guard !isEnd || logLevel <= .debug else { return }
        base.log(event: event)
    }
}
