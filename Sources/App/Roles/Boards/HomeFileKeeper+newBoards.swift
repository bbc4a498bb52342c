import Boards
public import Care
import Foundation
import HomeFiles
import StaffFiles
import WholeFiles

extension HomeFileKeeper {
    /// A home has at most so many boards: a set of them cannot hold more.
    private static let mostBoards = 100
    /// A folder with more was not filled by people.
    private static let mostPictures = 2000

    /// Makes a board with a file of its own.
    public func makeBoard(_ new: NewBoard, by author: String?) throws(CareProblem) -> HomeBoard {
        let others = otherBoards(nil)
        guard others.count < Self.mostBoards else {
            throw CareProblem(.conflict, "a home has at most \(Self.mostBoards) boards", field: "title")
        }
        let title = new.title.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !title.isEmpty else { throw CareProblem(.notAcceptable, "it is empty", field: "title") }
        let id = freeName(like: title)
        let place = try HomeFilePlace("\(id).yaml", in: home)
        let language = new.language ?? startLanguage ?? settings.language
        let taken = others.flatMap { other, bytes in
            ((try? BoardEdit.items(in: bytes, file: other)) ?? []).flatMap(\.flattened).map(\.id)
        }
        let bytes: [UInt8]
        do throws(BoardEdit.Problem) {
            bytes = try BoardEdit.newBoard(
                id: id, name: title, language: language,
                items: try new.cards.map { card throws(BoardEdit.Problem) -> NewItem in try card.item() },
                taken: Set(taken))
        } catch { throw CareProblem(.notAcceptable, error.description, field: "cards") }
        let text = String(decoding: bytes, as: UTF8.self)
        _ = try write(place.name, FileChange(text: text, version: nil))
        note(place.name, by: nil)
        return try board(place.name)
    }

    /// The language of the board that scanning begins with.
    private var startLanguage: String? {
        let path = settings.startBoard(in: home)
        let bytes = (try? WholeFile.read(path, limit: StaffFileLimits.bytes)) ?? nil
        return bytes.flatMap { try? BoardEdit.outline(of: $0, file: path) }?.language
    }

    /// A name for a file that is not there yet, made from what people call it: `garden`, `garden-2`.
    private func freeName(like title: String) -> String {
        let letters = BoardEdit.id(for: title).filter {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
        }
        let base = letters.isEmpty ? "board" : String(letters.prefix(40))
        func isFree(_ name: String) -> Bool {
            name != "beckon" && !FileManager.default.fileExists(atPath: "\(home.boardsFolder)/\(name).yaml")
        }
        return isFree(base) ? base : (2...).lazy.map { "\(base)-\($0)" }.first(where: isFree) ?? base
    }

    /// Puts a picture beside the boards, as staff would.
    ///
    /// - Parameters:
    ///   - bytes: Nothing but the picture.
    ///   - wanted: What it shows; the name is made from it.
    public func addPicture(
        _ bytes: [UInt8], kind: PictureKind, named wanted: String
    ) throws(CareProblem) -> BoardPicture {
        let ending =
            switch kind {
            case .png: "png"
            case .jpeg: "jpg"
            case .webp: "webp"
            }
        let letters = BoardEdit.id(for: wanted).filter {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
        }
        let base = letters.isEmpty ? "picture" : String(letters.prefix(40))
        for number in 1...Self.mostPictures {
            let name = (number == 1 ? base : "\(base)-\(number)") + "." + ending
            let path = "\(home.boardsFolder)/\(name)"
            do throws(WholeFileError) {
                // The same picture once more: it was sent twice, or a form was shown again.
                if try WholeFile.read(path, limit: bytes.count + 1) == bytes {
                    return BoardPicture(symbol: name)
                }
                guard !FileManager.default.fileExists(atPath: path) else { continue }
                try WholeFile.write(bytes, to: path)
            } catch {
                if case .notAFile = error { continue }
                throw CareProblem(.storeFailed, error.description)
            }
            return BoardPicture(symbol: name)
        }
        throw CareProblem(.conflict, "there are too many pictures of that name", field: "name")
    }
}
