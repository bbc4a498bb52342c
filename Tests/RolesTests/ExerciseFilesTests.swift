import Care
import Foundation
import HomeFiles
import Testing

@testable import Roles

@Suite("Files of exercises, written through the service")
struct ExerciseFilesTests {
    private static let name = "exercises/evening.yaml"

    private let place: OwnHome
    private let keeper: HomeFileKeeper

    init() throws {
        place = try OwnHome()
        keeper = HomeFileKeeper(home: place.home, share: place.share)
    }

    private static func text(_ id: String = "evening", say: String = "Rest.") -> String {
        "exercise: \(id)\nname: Evening\nlanguage: en-GB\ninstructions: Lie down.\nsteps:\n  - say: \(say)\n"
    }

    @Test("They are listed beside the boards with their names and languages, and read as any other file")
    func list() throws {
        let files = keeper.list().files.filter { $0.kind == .exercise }
        #expect(files.count == 30 && files.allSatisfy { $0.errors == 0 && $0.name.hasPrefix("exercises/") })
        let calm = try #require(files.first { $0.name == "exercises/calm.en.yaml" })
        #expect(calm.title != nil && calm.language?.hasPrefix("en") == true && !calm.usesLastGood)
        let read = try keeper.read(calm.name)
        #expect(
            read.kind == .exercise && read.version == calm.version && read.text.contains("exercise: calm"))
    }

    @Test("A mistake is told with line and column, and nothing is written")
    func mistakes() throws {
        let wrong = Self.text().replacing("say: Rest.", with: "sing: Rest.")
        let check = try keeper.check(Self.name, FileDraft(text: wrong))
        #expect(!check.isGood && check.findings.first?.line == 6 && check.findings.first?.file == Self.name)
        let refused = #expect(throws: CareProblem.self) {
            try keeper.write(Self.name, FileChange(text: wrong, version: nil))
        }
        guard case .findings(let found) = refused?.current else {
            Issue.record("no findings")
            return
        }
        #expect(found == check.findings)
        #expect(throws: CareProblem.self) { try keeper.read(Self.name) }
        // Of two with one word, a kiosk takes the first alone.
        let twice = try keeper.check(Self.name, FileDraft(text: Self.text("calm")))
        #expect(!twice.isGood && twice.findings.contains { $0.message.contains("calm.en.yaml already") })
    }

    @Test("One is made, changed, conflicts with another writer, and is removed; what it said stays beside")
    func written() throws {
        let (made, isNew) = try keeper.write(Self.name, FileChange(text: Self.text(), version: nil))
        #expect(isNew && made.kind == .exercise && made.findings.isEmpty)
        #expect(keeper.exercises(of: nil).exercises.contains { $0.id == "evening" })
        let (changed, _) = try keeper.write(
            Self.name, FileChange(text: Self.text(say: "Rest well."), version: made.version))
        #expect(changed.previous == Self.text())
        let late = #expect(throws: CareProblem.self) {
            try keeper.write(Self.name, FileChange(text: Self.text(say: "No."), version: made.version))
        }
        #expect(late?.kind == .conflict)
        let stale = #expect(throws: CareProblem.self) { try keeper.remove(Self.name, version: made.version) }
        #expect(stale?.kind == .conflict && stale?.field == "version")
        try keeper.remove(Self.name, version: changed.version)
        #expect(!keeper.list().files.contains { $0.name == Self.name })
        let kept = try String(contentsOfFile: "\(place.home.path)/previous/\(Self.name)", encoding: .utf8)
        #expect(kept == Self.text(say: "Rest well."))
        let gone = #expect(throws: CareProblem.self) {
            try keeper.remove(Self.name, version: changed.version)
        }
        #expect(gone?.kind == .notFound)
    }

    @Test(
        "Nothing else is removed, and no name leads out of the folder",
        arguments: [
            "home.yaml", "beckon.yaml", "phrases.en.yaml", "exercises/../beckon.yaml",
            "exercises//calm.en.yaml",
            "exercises/.calm.yaml", "exercises/", "exercises/a/b.yaml",
        ])
    func others(name: String) throws {
        let version = (try? keeper.read(name))?.version ?? "1"
        #expect(throws: CareProblem.self) { try keeper.remove(name, version: version) }
        #expect(FileManager.default.fileExists(atPath: place.home.settingsFile))
        #expect(FileManager.default.fileExists(atPath: "\(place.home.boardsFolder)/home.yaml"))
        guard name.hasPrefix("exercises") else { return }
        #expect(throws: CareProblem.self) {
            try keeper.write(name, FileChange(text: Self.text(), version: nil))
        }
    }
}
