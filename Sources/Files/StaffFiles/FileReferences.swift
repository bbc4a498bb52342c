/// Checks the files that a staff file names: whether they are in the folder, exist, and are of the right kind.
public struct FileReferences {
    private let paths: StaffFilePath
    private let base: String
    private let folder: String
    private let loader: StaffFileLoader
    private let log: FindingLog

    /// - Parameters:
    ///   - base: The file that names them.
    ///   - folder: What the folder is called that no path may leave: `boards`.
    public init(
        paths: StaffFilePath, base: String, folder: String, loader: StaffFileLoader, log: FindingLog
    ) {
        self.paths = paths
        self.base = base
        self.folder = folder
        self.loader = loader
        self.log = log
    }

    /// A recorded prompt.
    public func sound(_ key: String, _ cursor: MappingCursor) -> String? {
        guard let name = cursor.string(key) else { return nil }
        return file(
            name, FileKind.isSound,
            otherwise: "is not a sound file that can be played: save it as WAV, FLAC or Ogg")
    }

    /// A short video, which browsers play.
    public func video(_ key: String, _ cursor: MappingCursor) -> String? {
        guard let name = cursor.string(key) else { return nil }
        return file(
            name, FileKind.isVideo,
            otherwise: "is not a video that every browser plays: save it as WebM or MP4")
    }

    /// A picture for the screen.
    public func picture(_ name: Located<String>) -> String? {
        file(name, FileKind.isPicture, otherwise: "is not a picture: save it as PNG, JPEG, GIF, WebP or SVG")
    }

    /// The path of a file that is there and whose first bytes are of the kind that is wanted.
    private func file(
        _ name: Located<String>, _ isWanted: ([UInt8]) -> Bool, otherwise problem: String
    ) -> String? {
        guard let path = resolve(name) else { return nil }
        switch loader.load(path, FileKind.headLength) {
        case .success(let head) where isWanted(head): return path
        case .success: log.error("`\(Self.short(name.value))` \(problem)", at: name.range)
        case .failure(let failure): log.error("`\(Self.short(name.value))` \(failure)", at: name.range)
        }
        return nil
    }

    /// The path of a file that is named; a finding if none can be there.
    public func resolve(_ name: Located<String>) -> String? {
        do throws(StaffFilePath.Problem) {
            return try paths.resolve(name.value, from: base)
        } catch {
            let reason =
                switch error {
                case .absolute: "is an absolute path: write it relative to this file"
                case .outside: "is outside the \(folder) folder: copy the file into it"
                case .empty: "does not name a file"
                }
            log.error("`\(Self.short(name.value))` \(reason)", at: name.range)
            return nil
        }
    }

    private static func short(_ name: String) -> String { name.count > 60 ? "…" + name.suffix(60) : name }
}
