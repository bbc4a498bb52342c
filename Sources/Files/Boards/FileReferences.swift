import StaffFiles

/// Checks the files that a board file names: whether they are in the folder, exist, and are of the right kind.
struct FileReferences {
    let paths: BoardPath
    /// The board file that names them.
    let base: String
    let loader: BoardLoader
    let log: FindingLog

    /// The path of another board; the file itself is read later.
    func board(_ cursor: MappingCursor) -> String? {
        guard let name = cursor.string(ItemKey.open.rawValue), let path = resolve(name) else { return nil }
        guard path != BoardPath.normalized(base) else {
            log.error("this opens the board that it is in: delete the item", at: name.range)
            return nil
        }
        return path
    }

    /// A recorded prompt.
    func sound(_ key: ItemKey, _ cursor: MappingCursor) -> String? {
        guard let name = cursor.string(key.rawValue) else { return nil }
        return file(
            name, FileKind.isSound,
            otherwise: "is not a sound file that can be played: save it as WAV, FLAC or Ogg")
    }

    /// A picture for the screen.
    func picture(_ name: Located<String>) -> String? {
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

    private func resolve(_ name: Located<String>) -> String? {
        do throws(BoardPath.Problem) {
            return try paths.resolve(name.value, from: base)
        } catch {
            let reason =
                switch error {
                case .absolute: "is an absolute path: write it relative to this board file"
                case .outside: "is outside the boards folder: copy the file into it"
                case .empty: "does not name a file"
                }
            log.error("`\(Self.short(name.value))` \(reason)", at: name.range)
            return nil
        }
    }

    private static func short(_ name: String) -> String { name.count > 60 ? "…" + name.suffix(60) : name }
}
