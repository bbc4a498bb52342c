import Boards
public import Care
import Exercises
import Foundation
import Glibc
import HomeFiles
import StaffFiles
import Voice
import WholeFiles

/// The recordings, pictures and videos of exercises and of what encourages, as staff would put them into the home's folders.
extension HomeFileKeeper {
    private static let endings: [FileMedia.Kind: Set<String>] = [
        .sound: ["wav", "flac", "ogg", "oga", "opus"], .video: ["webm", "mp4", "m4v"],
    ]
    /// More that nothing names are not listed.
    private static let mostUnnamed = 200
    /// As long as what can be played: two minutes of 48 kHz.
    private static let mostHeard = 12 << 20

    /// What a file names, what is missing of it, and what lies beside it.
    public func media(of name: String) throws(CareProblem) -> FileMedia {
        let place = try mediaPlace(name)
        let bytes = try bytes(of: place)
        let named = NamedFile.all(in: bytes, file: place.path)
        let others = namedBeside(place)
        var media: [FileMedia.Medium] = []
        for one in named {
            if let index = media.firstIndex(where: { $0.name == one.name }) {
                media[index].lines.append(one.line)
                continue
            }
            let path = path(of: one.name, beside: place)
            media.append(
                FileMedia.Medium(
                    name: one.name, kind: FileMedia.Kind(one.kind), size: path.flatMap(Self.size),
                    lines: [one.line],
                    isRemovable: Self.isBeside(one.name) && others[one.name] == nil
                        && path.flatMap(Self.size) != nil))
        }
        let known = Set(named.map(\.name)).union(others.keys)
        for name in unnamed(beside: place, known) {
            media.append(
                FileMedia.Medium(
                    name: name.name, kind: name.kind,
                    size: path(of: name.name, beside: place).flatMap(Self.size),
                    lines: [], isRemovable: true))
        }
        // Words that `addMedium` would refuse to name a recording for are not offered.
        let places =
            place.kind == .exercise
            ? ExerciseEdit.places(in: bytes, file: place.path).filter {
                Self.canName(step: $0.step, in: bytes, of: place.path)
            }.map { FileMedia.Place(step: $0.step, words: $0.words, sound: $0.sound) } : []
        return FileMedia(media: media, places: places)
    }

    /// Whether an exercise's text can be made to name a recording for some words.
    private static func canName(step: Int, in bytes: [UInt8], of file: String) -> Bool {
        ExerciseEdit.setting("a.wav", ofStep: step, in: bytes, file: file) != nil
    }

    /// Puts a recording, picture or video where this file can name it.
    ///
    /// - Parameters:
    ///   - bytes: Nothing but the sound, picture or video.
    ///   - wanted: What it is; the name is made from it.
    ///   - step: Whose words a recording is played instead of, from 1; 0 for the instructions of an exercise; `nil` where the file shall not
    ///     name it yet.
    public func addMedium(
        _ bytes: [UInt8], _ kind: FileMedia.Kind, ending: String, named wanted: String, ofStep step: Int?,
        to name: String
    ) throws(CareProblem) -> AddedMedium {
        let place = try mediaPlace(name)
        switch (kind, place.kind) {
        case (.video, .exercise):
            throw CareProblem(
                .notAcceptable, "an exercise has recordings and pictures, and no video", field: "Content-Type"
            )
        case (.picture, .encouragement):
            throw CareProblem(
                .notAcceptable, "encouragement has recordings and videos, and no picture",
                field: "Content-Type")
        default: break
        }
        guard step == nil || kind == .sound else {
            throw CareProblem(.notAcceptable, "a step has a recording: leave it out here", field: "step")
        }
        let old = try self.bytes(of: place)
        if let step {
            // Before the recording is there: what cannot be named is not put there.
            guard place.kind == .exercise, Self.canName(step: step, in: old, of: place.path) else {
                throw Self.cannotName()
            }
        }
        // A screen shows pictures of the boards' folder alone.
        let isOfBoards = kind == .picture
        let base = Self.fileName(for: wanted, orElse: kind == .sound ? "recording" : kind.rawValue)
        let added = try add(bytes, as: base, ending, in: isOfBoards ? home.boardsFolder : folder(of: place))
        if let step {
            guard let text = ExerciseEdit.setting(added, ofStep: step, in: old, file: place.path) else {
                throw Self.cannotName()
            }
            try write(text, of: place, before: old)
        }
        return AddedMedium(name: isOfBoards ? "../boards/\(added)" : added, kind: kind)
    }

    /// Takes a file away that lies beside an exercise or a file of encouragement, and out of the exercise that names it. It stays in the home's
    /// folder `previous`.
    public func removeMedium(_ medium: String, from name: String) throws(CareProblem) {
        let place = try mediaPlace(name)
        guard Self.isBeside(medium), Self.kind(of: medium) != nil,
            let path = path(of: medium, beside: place), Self.size(path) != nil
        else {
            throw CareProblem(.notFound, "there is no file of this name beside \(name)", field: "path")
        }
        if let other = namedBeside(place)[medium] {
            throw CareProblem(
                .conflict, "\(other) names it, too: take it out of there first", field: "path")
        }
        let old = try bytes(of: place)
        var text = old
        while let line = NamedFile.all(in: text, file: place.path).first(where: { $0.name == medium })?.line {
            let step = ExerciseEdit.places(in: text, file: place.path).first { $0.sound == medium }?.step
            guard let step, let without = ExerciseEdit.setting(nil, ofStep: step, in: text, file: place.path)
            else {
                throw CareProblem(
                    .conflict, "\(name) names it in line \(line): take it out of there first", field: "path")
            }
            text = without
        }
        if text != old { try write(text, of: place, before: old) }
        let previous = "\(home.path)/previous/\(place.kind.folder ?? "")"
        // If there is no place for the folder, moving says so.
        try? FileManager.default.createDirectory(atPath: previous, withIntermediateDirectories: true)
        guard let kept = Self.freeName(for: medium, in: previous), Glibc.rename(path, previous + kept) == 0
        else {
            throw CareProblem(
                .storeFailed, "\(medium) cannot be taken away: look at the rights of its folder")
        }
    }

    /// A name that no file of a folder has yet: with a number where that one is there, as for what is added.
    ///
    /// - Parameter folder: With its last slash.
    private static func freeName(for name: String, in folder: String) -> String? {
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        return (1...mostOfAName).lazy.map { $0 == 1 ? name : "\(name[..<dot])-\($0)\(name[dot...])" }
            .first { name in
                var status = stat()
                return lstat(folder + name, &status) != 0
            }
    }

    /// A recording that lies beside such a file, or that it names.
    public func recording(_ medium: String, of name: String) throws(CareProblem) -> [UInt8] {
        let place = try mediaPlace(name)
        let isNamed = NamedFile.all(in: try bytes(of: place), file: place.path).contains { $0.name == medium }
        guard isNamed || Self.isBeside(medium), let path = path(of: medium, beside: place),
            let size = Self.size(path), size <= Self.mostHeard,
            case .success(let bytes) = HomeFolder.read(path, limit: Self.mostHeard + 1),
            FileKind.isSound(Array(bytes.prefix(FileKind.headLength)))
        else {
            throw CareProblem(.notFound, "there is no such recording beside \(name)", field: "path")
        }
        return bytes
    }

    // MARK: - Parts

    private func mediaPlace(_ name: String) throws(CareProblem) -> HomeFilePlace {
        let place = try HomeFilePlace(name, in: home)
        guard place.exists, place.kind.folder != nil else {
            throw CareProblem(
                .notFound, "there is no exercise and no file of encouragement \(name) in this home",
                field: "name")
        }
        return place
    }

    private static func cannotName() -> CareProblem {
        CareProblem(
            .notAcceptable,
            "this exercise has no such words, or is written in a way in which a recording must be named by hand: send it without a step, and write its name as a text",
            field: "step")
    }

    /// Writes a text that has no mistake that was not there before: another recording may be missing.
    private func write(_ text: [UInt8], of place: HomeFilePlace, before old: [UInt8]) throws(CareProblem) {
        func mistakes(_ draft: [UInt8]) -> [String] {
            check(place, draft, settings).findings.filter { $0.severity == .error }.map(\.message)
        }
        let known = Set(mistakes(old))
        guard text.count <= StaffFileLimits.bytes, mistakes(text).allSatisfy(known.contains) else {
            throw Self.cannotName()
        }
        try save(text, to: place, before: old)
    }

    private func folder(of place: HomeFilePlace) -> String {
        URL(fileURLWithPath: place.path).deletingLastPathComponent().path
    }

    /// What other files of the folder name, and which of them.
    private func namedBeside(_ place: HomeFilePlace) -> [String: String] {
        var found: [String: String] = [:]
        for other in fileNames(in: place.kind) where other != place.name {
            guard let file = try? HomeFilePlace(other, in: home), let bytes = try? bytes(of: file) else {
                continue
            }
            for named in NamedFile.all(in: bytes, file: file.path) where found[named.name] == nil {
                found[named.name] = other
            }
        }
        return found
    }

    private func unnamed(
        beside place: HomeFilePlace, _ known: Set<String>
    ) -> [(name: String, kind: FileMedia.Kind)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder(of: place))) ?? []
        let found = names.sorted().compactMap { name -> (name: String, kind: FileMedia.Kind)? in
            guard !known.contains(name), Self.isBeside(name), let kind = Self.kind(of: name),
                path(of: name, beside: place).flatMap(Self.size) != nil
            else { return nil }
            return (name, kind)
        }
        return Array(found.prefix(Self.mostUnnamed))
    }

    /// Whether a name is that of a file in the same folder, and no hidden one.
    private static func isBeside(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 200 && !name.hasPrefix(".") && !name.contains("/")
            && name.unicodeScalars.allSatisfy {
                $0.value >= 0x20 && $0.value != 0x7F && !DirectionMarks.contains($0)
            }
    }

    private static func kind(of name: String) -> FileMedia.Kind? {
        let ending = (name.split(separator: ".").last ?? "").lowercased()
        return endings.first { $0.value.contains(ending) }?.key
    }

    /// Where a named file is; `nil` where its name leads out of the home.
    private func path(of name: String, beside place: HomeFilePlace) -> String? {
        try? StaffFilePath(start: place.path, root: home.path).resolve(name, from: place.path)
    }

    /// Of a plain file that is no link out of the home; `nil` where there is none.
    private static func size(_ path: String) -> Int? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }
}

extension FileMedia.Kind {
    init(_ kind: NamedFile.Kind) {
        switch kind {
        case .sound: self = .sound
        case .picture: self = .picture
        case .video: self = .video
        }
    }
}
