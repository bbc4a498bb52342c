public import Care
import Foundation
public import Logging
import WholeFiles

/// The token files of a home: `tokens/kiosk` and `tokens/station`, and `tokens/setup` until somebody can log in; one line each,
/// for their owner's eyes only.
public enum TokenFiles {
    /// Reads the tokens; makes those that are not there, on the disk before this returns.
    public static func ensure(inHome home: String, logger: Logger) throws(CareServiceError) -> AccessTokens {
        let folder = home + "/tokens"
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .token(
                path: folder,
                detail:
                    "the folder cannot be made (\(SystemWords.words(errno))). Check the permissions of the home's folder."
            )
        }
        guard chmod(folder, 0o700) == 0 else { throw failure(folder, "its rights cannot be set to 0700") }
        for actor in Actor.devices where access(folder + "/" + actor.rawValue, F_OK) != 0 {
            try write(Secrets.token(), to: folder, name: actor.rawValue)
        }
        return AccessTokens(
            kiosk: try read(.kiosk, inHome: home, logger: logger),
            station: try read(.station, inHome: home, logger: logger))
    }

    /// Reads one token; if other users can read the file, removes that right and says so.
    public static func read(
        _ actor: Actor, inHome home: String, logger: Logger
    ) throws(CareServiceError) -> String {
        try read(home + "/tokens/" + actor.rawValue, logger: logger)
    }

    /// The file in `tokens` that lets somebody become a coordinator again; a user who can write there may do
    /// everything anyway.
    public static let again = "coordinator"
    /// How long that file is valid, in seconds.
    private static let againLife: TimeInterval = 3600

    /// Where the hashes of paired devices' tokens are kept.
    public static func devices(inHome home: String) -> String { home + "/tokens/devices" }

    /// A new token, for such a file.
    public static func token() -> String { Secrets.token() }

    /// The token of the first start's link, `tokens/setup`, and the one of `tokens/coordinator`; each is gone once it was used.
    public static func setup(inHome home: String, logger: Logger) -> SetupToken {
        let folder = home + "/tokens"
        let (path, again) = (folder + "/setup", folder + "/" + Self.again)
        return SetupToken {
            () throws(CareServiceError) in
            if access(path, F_OK) != 0 { try write(Secrets.token(), to: folder, name: "setup") }
            return try read(path, logger: logger)
        } forget: {
            if unlink(path) != 0, errno != ENOENT {
                logger.warning(
                    "the token of the first start could not be deleted; it is no longer valid",
                    metadata: ["path": "\(path)"])
            }
        } again: {
            // A clock that was set back must not keep it open.
            guard
                let made = try? FileManager.default.attributesOfItem(atPath: again)[.modificationDate]
                    as? Date,
                abs(made.timeIntervalSinceNow) < againLife
            else { return nil }
            do { return try read(again, logger: logger) } catch {
                logger.warning("a coordinator's link does not work", metadata: ["reason": "\(error)"])
                return nil
            }
        } forgetAgain: {
            if unlink(again) != 0, errno != ENOENT {
                logger.error("a used coordinator's link is still valid", metadata: ["path": "\(again)"])
            }
        }
    }

    private static func read(_ path: String, logger: Logger) throws(CareServiceError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw failure(path, "cannot be read") }
        defer { close(descriptor) }
        let rights: Int?
        do {
            rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        } catch {
            throw .token(
                path: path,
                detail: "its rights cannot be read (\(SystemWords.words(errno))). Check its permissions.")
        }
        if (rights ?? 0o777) & 0o077 != 0 {
            guard fchmod(descriptor, 0o600) == 0 else {
                throw failure(path, "others can read it, and its rights cannot be set to 0600")
            }
            logger.warning(
                "others could read the token file: set to 0600; delete it to get a new token",
                metadata: ["path": "\(path)"])
        }
        var bytes = [UInt8](repeating: 0, count: 513)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { throw failure(path, "cannot be read") }
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard (32...512).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else {
            throw .token(
                path: path,
                detail: "is not one line of 32 to 512 letters, digits and signs. Delete it: "
                    + "the next start of the service makes a new one, which kiosk and station then need.")
        }
        return text
    }

    /// Writes a temporary file and then links it: the file is complete or absent, and one that another
    /// process has made meanwhile stays.
    private static func write(
        _ token: String, to folder: String, name: String
    ) throws(CareServiceError) {
        let path = folder + "/" + name
        let draft = path + ".\(getpid()).new"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path, "cannot be made") }
        defer {
            close(descriptor)
            unlink(draft)
        }
        let line = Array((token + "\n").utf8)
        guard Foundation.write(descriptor, line, line.count) == line.count, fsync(descriptor) == 0 else {
            throw failure(path, "cannot be written")
        }
        guard link(draft, path) == 0 || errno == EEXIST else { throw failure(path, "cannot be made") }
        let folderDescriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folderDescriptor >= 0 else { throw failure(folder, "cannot be opened") }
        defer { close(folderDescriptor) }
        guard fsync(folderDescriptor) == 0 else { throw failure(folder, "cannot be written to the disk") }
    }

    private static func failure(_ path: String, _ what: String) -> CareServiceError {
        .token(
            path: path,
            detail: "\(what) (\(SystemWords.words(errno))). Check its permissions, and the space on the disk."
        )
    }
}
