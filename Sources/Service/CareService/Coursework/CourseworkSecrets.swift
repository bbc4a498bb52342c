import Care
import Dispatch
import Foundation
import Logging
import WholeFiles

/// What opens a place where school tasks are read: a file for each, beside the store, for its owner's eyes only.
///
/// They are no part of the store, so that nothing that reads, shows or copies the store has them.
struct CourseworkSecrets: Sendable {
    struct Secret: Codable, Sendable, Equatable {
        /// Of the planner's platform, or of the calendar.
        var address: String
        /// A planner's.
        var token: String?
    }

    private static let longest = 16 * 1024
    private let folder: String

    init(besideStore path: String) { folder = path + ".coursework" }

    /// `nil` where it is not there, or cannot be read.
    func read(_ id: UUID) -> Secret? {
        // The caller says what to do: whatever the reason is, it has to be written once more.
        guard let bytes = try? WholeFile.read(path(id), limit: Self.longest) else { return nil }
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
                "the token or link could not be saved: tell whoever looks after Beckon"
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

/// It is never printed, whoever prints it: not in a log, in the message of a crash, or in a debugger.
extension CourseworkSecrets.Secret: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    var description: String { "a secret" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
