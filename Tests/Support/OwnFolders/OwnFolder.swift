import Foundation

/// A folder that one test has to itself, in the temporary directory; it is gone with the last who holds it.
public final class OwnFolder: Sendable {
    /// Without a slash at its end.
    public let path: String

    public init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "beckon-test-\(UUID().uuidString)")
            .path(percentEncoded: false)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }  // only litter is left if it fails

    /// The path of something in it, which need not be there yet.
    public func file(_ name: String) -> String { "\(path)/\(name)" }
}
