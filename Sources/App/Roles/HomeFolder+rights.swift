import Glibc

extension HomeFolder {
    /// `beckon.yaml` may hold a command's passwords: only the user that runs Beckon reads it.
    static let settingsMode: mode_t = 0o600

    /// The result of making the settings readable for their owner only.
    public struct Tightened: Sendable, Equatable {
        /// Files that others could read until now.
        public var changed: [String] = []
        /// Those that they still can, because the files belong to somebody else.
        public var failed: [String] = []
    }

    /// Makes the settings and their copies readable for their owner only.
    public func tightenSettings() -> Tightened {
        var result = Tightened()
        var folder = stat()
        let isAnothers = stat(path, &folder) == 0 && folder.st_uid != 0
        for file in [settingsFile, "\(lastGoodFolder)/beckon.yaml", "\(path)/previous/beckon.yaml"] {
            var status = stat()
            guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0
            else { continue }
            // A file of root's in another user's home keeps its permissions, or that user could no longer read it.
            if !(status.st_uid == 0 && isAnothers), chmod(file, status.st_mode & 0o700) == 0 {
                result.changed.append(file)
            } else {
                result.failed.append(file)
            }
        }
        return result
    }
}
