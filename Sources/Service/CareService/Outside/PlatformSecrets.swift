import Care
import Dispatch
import Foundation
import Logging
import WholeFiles

/// What opens places outside: a file for each, beside the store, for its owner's eyes only.
///
/// They are no part of the store, so that nothing that reads, shows or copies the store has them.
struct PlatformSecrets<Secret: Codable & Sendable>: Sendable {
    private let folder: String

    /// - Parameters:
    ///   - path: Where the store is.
    ///   - kind: The folder's name is the store's with this behind it: `coursework`.
    init(besideStore path: String, _ kind: String) { folder = "\(path).\(kind)" }

    /// `nil` where it is not there, or cannot be read.
    func read(_ id: UUID) -> Secret? {
        // The caller says what to do: whatever the reason is, it has to be written once more.
        guard let bytes = try? WholeFile.read(path(id), limit: 16 * 1024) else { return nil }
        return try? JSONDecoder().decode(Secret.self, from: Data(bytes))
    }

    /// On the disk before this returns.
    func write(_ secret: Secret, _ id: UUID) async throws(CareProblem) {
        let isWritten = await withCheckedContinuation { continuation in
            // Waiting for the disk blocks; Swift's own threads are too few for that.
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(returning: put(secret, id))
            }
        }
        guard isWritten else {
            throw CareProblem(
                .storeFailed,
                "what opens it could not be saved: tell whoever looks after Beckon"
            )
        }
    }

    private func put(_ secret: Secret, _ id: UUID) -> Bool {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            guard chmod(folder, 0o700) == 0 else { throw CocoaError(.fileWriteNoPermission) }
            try WholeFile.write(
                Array(try JSONEncoder().encode(secret)), to: path(id), mode: 0o600)
            return true
        } catch { return false }
    }

    /// Whether it is gone.
    @discardableResult
    func forget(_ id: UUID) -> Bool { unlink(path(id)) == 0 || errno == ENOENT }

    /// Forgets what belongs to no link: it was removed while the machine was switched off.
    func keep(only ids: Set<UUID>) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where UUID(uuidString: name).map({ !ids.contains($0) }) ?? true {
            unlink(folder + "/" + name)
        }
    }

    private func path(_ id: UUID) -> String { folder + "/" + id.uuidString }
}
