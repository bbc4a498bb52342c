import Boards
import Care
import Scanning
import StaffFiles

/// What is known of the files as they are on the disk. A page of boards asks about each of them, and a board is checked together with
/// those that it opens.
final class CheckedFiles: Sendable {
    /// Boards are judged by the parameters with which they are scanned, too.
    struct BoardKey: Hashable {
        let start: String
        let parameters: ScanParameters
    }

    struct OtherKey: Hashable {
        let path: String
        let kind: HomeFileKind
        let maxCueTime: Duration
    }

    struct BoardReading {
        let boards: BoardSet?
        let findings: [Finding]
    }

    /// A home has some ten files, and their settings change seldom.
    let boards = FileResultCache<BoardKey, BoardReading>(most: 50)
    let others = FileResultCache<OtherKey, [Finding]>(most: 200)
    /// What boards are called, by their paths.
    let titles = FileResultCache<String, String?>(most: 200)
    /// Their versions, by their paths; `nil` for what cannot be read.
    let versions = FileResultCache<String, String?>(most: 200)
    /// The zones that are offered, by the folder that has them.
    let zones = FileResultCache<String, [String]>(most: 2)
    /// What a board's text says, by its path and bytes; `nil` where it is no YAML.
    let outlines = ContentResultCache<[UInt8], BoardOutline?>(most: 20)
    let phrases = ContentResultCache<[UInt8], HomePhrases>(most: 4)
}
