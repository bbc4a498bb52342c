import Dispatch
import Foundation
public import Logging
public import Scanning
import WholeFiles

/// Stores the client's own pace for the next start.
public final class PaceFile: Sendable {
    private struct Content: Codable {
        /// Milliseconds.
        var scanTime: Int
        var steps: Int
        /// Milliseconds.
        var fitted: Int?
        var fittedOn: Int?
    }

    private let folder: TuningFolder
    private let logger: Logger
    private let queue = DispatchQueue(label: "beckon.pace", qos: .utility)

    /// - Parameter home: the home folder's path.
    public init(home: String, logger: Logger) {
        folder = TuningFolder(home: home)
        self.logger = logger
    }

    /// The stored pace; `nil` if there is none, or it cannot be read. Give it to `Pace.adopting` with the
    /// settings' `scan_time`.
    public func load() -> Pace? {
        let bytes: [UInt8]?
        do throws(WholeFileError) { bytes = try WholeFile.read(folder.pace, limit: 4096) } catch {
            logger.warning("the client's own pace cannot be read", metadata: ["error": "\(error)"])
            return nil
        }
        guard let bytes else { return nil }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        guard let content = try? decoder.decode(Content.self, from: Data(bytes)),
            ([content.scanTime] + (content.fitted.map { [$0] } ?? []))
                .allSatisfy({ ScanParameters.scanTimeRange.contains(.milliseconds($0)) })
        else {
            logger.warning(
                "the client's own pace is damaged: scanning goes on as the settings say",
                metadata: ["path": "\(folder.pace)"])
            return nil
        }
        return Pace(
            base: .milliseconds(content.scanTime), steps: content.steps,
            fitted: content.fitted.map { .milliseconds($0) }, fittedOn: content.fittedOn)
    }

    /// Stores it. Returns at once; errors go to the log.
    public func save(_ pace: Pace) {
        queue.async { [folder, logger] in
            do {
                let encoder = JSONEncoder()
                encoder.keyEncodingStrategy = .convertToSnakeCase
                encoder.outputFormatting = .sortedKeys
                let content = Content(
                    scanTime: Self.milliseconds(pace.base), steps: pace.steps,
                    fitted: pace.fitted.map(Self.milliseconds), fittedOn: pace.fittedOn)
                try folder.make()
                try WholeFile.write(Array(try encoder.encode(content)) + [10], to: folder.pace, mode: 0o600)
            } catch {
                logger.warning("the client's own pace could not be saved", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Waits until it is on the disk: for the end of a kiosk, and for tests.
    public func flush() { queue.sync {} }

    private static func milliseconds(_ duration: Duration) -> Int {
        Int((duration / .milliseconds(1)).rounded())
    }
}
