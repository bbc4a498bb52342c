import StaffFiles
import Boards
public import Care
import Foundation
import Voice
import WholeFiles

/// Pictures and recordings that are put beside the boards, as staff would.
extension HomeFileKeeper {
    /// A folder with more of the same name was not filled by people.
    static let mostOfAName = 2000

    /// Puts a picture there.
    ///
    /// - Parameters:
    ///   - bytes: Nothing but the picture.
    ///   - wanted: What it shows; the name is made from it.
    ///   - board: The file of a board that is there: whoever names another one means something else.
    public func addPicture(
        _ bytes: [UInt8], kind: PictureKind, named wanted: String, beside board: String
    ) throws(CareProblem) -> BoardPicture {
        _ = try boardPlace(board)
        return BoardPicture(
            symbol: try add(bytes, as: Self.fileName(for: wanted, orElse: "picture"), kind.ending))
    }

    /// Puts a recording there.
    ///
    /// - Parameters:
    ///   - bytes: As `tidySound` makes them.
    ///   - wanted: What it says; the name is made from it.
    ///   - board: As above.
    public func addSound(
        _ bytes: [UInt8], named wanted: String, beside board: String
    ) throws(CareProblem) -> BoardSound {
        _ = try boardPlace(board)
        return BoardSound(
            sound: try add(bytes, as: Self.fileName(for: wanted, orElse: "recording"), "wav"))
    }

    /// A recording of a kind that a card can name, as `TidyRecording` makes it.
    ///
    /// - Parameter longestSeconds: As long as one for a card if `nil`.
    public static func tidySound(
        _ bytes: [UInt8], longestSeconds: Int? = nil
    ) throws(CareProblem) -> [UInt8] {
        guard FileKind.isSound(Array(bytes.prefix(FileKind.headLength))) else {
            throw CareProblem(.notAcceptable, "this is no WAV, FLAC or Ogg recording", field: "sound")
        }
        do throws(VoiceError) {
            return try TidyRecording.wave(
                bytes, longestSeconds: longestSeconds ?? TidyRecording.longestSeconds)
        } catch {
            throw switch error {
            case .soundTooLong(_, let seconds):
                CareProblem(
                    .notAcceptable, "it lasts longer than \(seconds) s: shorten the recording", field: "sound"
                )
            case .soundUnreadable(_, let detail):
                CareProblem(.notAcceptable, "this recording cannot be played: \(detail)", field: "sound")
            default: CareProblem(.notAcceptable, error.description, field: "sound")
            }
        }
    }

    /// A file's name without its ending, made from what people call it; not more than a folder's list shows.
    static func fileName(for title: String, orElse other: String) -> String {
        let letters = BoardEdit.id(for: title).filter {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
        }
        return letters.isEmpty ? other : String(letters.prefix(40))
    }

    /// Writes a file that is not there yet: `cup.jpg`, `cup-2.jpg`.
    ///
    /// - Parameter folder: That of the boards if `nil`.
    func add(
        _ bytes: [UInt8], as base: String, _ ending: String, in folder: String? = nil
    ) throws(CareProblem) -> String {
        for number in 1...Self.mostOfAName {
            let name = (number == 1 ? base : "\(base)-\(number)") + "." + ending
            let path = "\(folder ?? home.boardsFolder)/\(name)"
            do throws(WholeFileError) {
                // The same once more: it was sent twice, or a form was shown again.
                if try WholeFile.read(path, limit: bytes.count + 1) == bytes { return name }
                guard !FileManager.default.fileExists(atPath: path) else { continue }
                try WholeFile.write(bytes, to: path)
            } catch {
                if case .notAFile = error { continue }
                throw CareProblem(.storeFailed, error.description)
            }
            return name
        }
        throw CareProblem(.conflict, "there are too many files of that name", field: "name")
    }
}
