import Foundation
import Glibc
import WholeFiles

extension HomeFolder {
    /// Whether a service keeps its requests in this home: then the tokens here are its own.
    public var hasService: Bool { access(careStore, F_OK) == 0 }

    /// Makes the folder of the tokens and sees that they can be written, before a code is used up for one.
    public func prepareTokens() throws(RolesError) {
        let folder = "\(path)/tokens"
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .file(.cannotWrite(path: folder, errno: errno))
        }
        guard chmod(folder, 0o700) == 0, access(folder, W_OK) == 0 else {
            throw .file(.cannotWrite(path: folder, errno: errno))
        }
        try giveToOwner(folder)
    }

    /// Keeps the token of a device, `kiosk` or `station`, for its user alone: the old one or the new one, never a part.
    ///
    /// - Returns: where it is.
    public func keep(token: String, of device: String) throws(RolesError) -> String {
        let file = "\(path)/tokens/\(device)"
        // A file that is there would keep its rights: what others could read until now, they shall not read any more.
        if chmod(file, 0o600) != 0, errno != ENOENT { throw .file(.cannotWrite(path: file, errno: errno)) }
        do throws(WholeFileError) {
            try WholeFile.write(Array((token + "\n").utf8), to: file, mode: 0o600)
        } catch {
            throw .file(error)
        }
        try giveToOwner(file)
        return file
    }

    /// What root has made here is for whom the home belongs to, who must be able to read it.
    private func giveToOwner(_ file: String) throws(RolesError) {
        guard geteuid() == 0 else { return }
        var owner = stat()
        guard stat(path, &owner) == 0, chown(file, owner.st_uid, owner.st_gid) == 0 else {
            throw .file(.cannotWrite(path: file, errno: errno))
        }
    }
}
