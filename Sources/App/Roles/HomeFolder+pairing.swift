import Foundation
import Glibc
import WholeFiles

extension HomeFolder {
    /// Whether a service keeps its requests in this home: then the tokens here are its own.
    public var hasService: Bool { access(careStore, F_OK) == 0 }

    /// Whether it was last paired for a station, and not for a kiosk.
    public var isOfStation: Bool {
        func paired(_ device: String) -> timespec? {
            var status = stat()
            return stat("\(path)/tokens/\(device)", &status) == 0 ? status.st_mtim : nil
        }
        guard let station = paired("station") else { return false }
        guard let kiosk = paired("kiosk") else { return true }
        return (kiosk.tv_sec, kiosk.tv_nsec) < (station.tv_sec, station.tv_nsec)
    }

    /// Makes the tokens' folder and checks that it can be written, before a code is used up.
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
        // An existing file would keep its permissions, and others might still be able to read it.
        if chmod(file, 0o600) != 0, errno != ENOENT { throw .file(.cannotWrite(path: file, errno: errno)) }
        do throws(WholeFileError) {
            try WholeFile.write(Array((token + "\n").utf8), to: file, mode: 0o600)
        } catch {
            throw .file(error)
        }
        try giveToOwner(file)
        return file
    }

    /// What pairing as root has made besides the token: the settings, the boards, and what was fetched.
    public func giveContentsToOwner() {
        var owner = stat()
        guard geteuid() == 0, stat(path, &owner) == 0 else { return }
        for name in [settingsFile, boardsFolder, fetchedFolder, stationFetchedFolder] {
            // A link itself, never what it leads to. What cannot be given away is reported by the role that cannot read it.
            _ = lchown(name, owner.st_uid, owner.st_gid)
            let inside = FileManager.default.enumerator(atPath: name)
            while let one = inside?.nextObject() as? String {
                _ = lchown("\(name)/\(one)", owner.st_uid, owner.st_gid)
            }
        }
    }

    /// Files that root makes here are given to the home's owner, who must be able to read them.
    private func giveToOwner(_ file: String) throws(RolesError) {
        guard geteuid() == 0 else { return }
        var owner = stat()
        guard stat(path, &owner) == 0, chown(file, owner.st_uid, owner.st_gid) == 0 else {
            throw .file(.cannotWrite(path: file, errno: errno))
        }
    }
}
