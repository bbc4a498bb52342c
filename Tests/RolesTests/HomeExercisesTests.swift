import Care
import Exercises
import Foundation
import HomeFiles
import StaffFiles
import Testing

@testable import Roles

@Suite("Exercises of a home") struct HomeExercisesTests {
    private func ids(
        _ home: OwnHome, in language: String = "en-GB", _ breathing: BreathingCare = .any
    ) -> (ids: [String], findings: [String]) {
        var settings = HomeSettings.standard
        settings.breathing = breathing
        var findings: [Finding] = []
        let reader = StaffFileReader(home: home.home, share: home.share, keepsCopies: false)
        let exercises = reader.exercises(settings, in: language, &findings)
        return (exercises.map(\.id), findings.map { "\($0.line):\($0.column): \($0.message)" })
    }

    @Test(
        "A new home has what ships, in each language, and each client what they may do",
        arguments: ["en-GB", "de", "fr-FR"])
    func shipped(language: String) throws {
        let home = try OwnHome()
        let all = ids(home, in: language)
        #expect(all.findings == [])
        #expect(
            Set(all.ids) == ["calm", "even", "box", "sigh", "body", "five", "garden", "bird", "sea", "rain"])
        #expect(
            Set(ids(home, in: language, .noHolds).ids) == [
                "calm", "even", "body", "five", "garden", "bird", "sea", "rain",
            ])
        #expect(Set(ids(home, in: language, .none).ids) == ["body", "five", "garden", "bird", "sea", "rain"])
        #expect(ids(home, in: "pl").ids == [])
    }

    @Test(
        "The usual one is the first, and the others come by their files' names", arguments: ["en-GB", "de"])
    func order(language: String) throws {
        let home = try OwnHome()
        let sorted = ["calm", "bird", "body", "box", "even", "five", "garden", "rain", "sea", "sigh"]
        #expect(ids(home, in: language).ids == sorted)
        let keeper = HomeFileKeeper(home: home.home, share: home.share)
        #expect(keeper.exercises(of: nil).exercises.first?.id == Exercise.usual)
        let files = keeper.list().files.filter { $0.kind == .exercise }.map(\.name)
        #expect(files.prefix(3).allSatisfy { $0.hasPrefix("exercises/calm.") } && files.count == 30)
        // Whatever its file is called.
        let folder = home.home.exercisesFolder
        try FileManager.default.moveItem(atPath: "\(folder)/calm.en.yaml", toPath: "\(folder)/zen.en.yaml")
        #expect(ids(home).ids == sorted)
        try FileManager.default.removeItem(atPath: "\(folder)/zen.en.yaml")
        #expect(ids(home).ids == Array(sorted.dropFirst()))
    }

    @Test("They begin with the client's own breaths")
    func ownRate() throws {
        let home = try OwnHome()
        var settings = HomeSettings.standard
        settings.breathingRate = 20
        var findings: [Finding] = []
        let exercises = StaffFileReader(home: home.home, share: home.share, keepsCopies: false)
            .exercises(settings, in: "en-GB", &findings)
        let calm = try #require(exercises.first { $0.id == "calm" }?.breathing.first)
        #expect(calm.plan().prefix(2).reduce(.zero) { $0 + $1.length } == .seconds(3))
    }

    @Test("A home of an earlier version gets them, and one that has taken some away does not")
    func earlier() throws {
        let home = try OwnHome()
        try FileManager.default.removeItem(atPath: home.home.exercisesFolder)
        // Until the next start it has those that ship.
        #expect(ids(home).ids.count == 10)
        try home.home.prepare(from: home.share)
        #expect(FileManager.default.fileExists(atPath: "\(home.home.exercisesFolder)/calm.en.yaml"))
        try FileManager.default.removeItem(atPath: "\(home.home.exercisesFolder)/box.en.yaml")
        try home.home.prepare(from: home.share)
        #expect(!ids(home).ids.contains("box"))
    }

    @Test(
        "One with a mistake is left out and told with line and column; the others stay, and no shipped one takes its place"
    )
    func mistakes() throws {
        let home = try OwnHome()
        let path = "\(home.home.exercisesFolder)/calm.en.yaml"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try text.replacing("in: 4 s", with: "inn: 4 s").write(toFile: path, atomically: true, encoding: .utf8)
        let read = ids(home)
        #expect(!read.ids.contains("calm") && read.ids.count == 9)
        #expect(read.findings.count == 1 && read.findings[0].hasPrefix("14:9: unknown key `inn`"), "\(read)")
    }

    @Test("The same exercise twice in one language is told")
    func twice() throws {
        let home = try OwnHome()
        let folder = home.home.exercisesFolder
        try FileManager.default.copyItem(atPath: "\(folder)/calm.en.yaml", toPath: "\(folder)/calmer.en.yaml")
        let read = ids(home)
        #expect(read.ids.filter { $0 == "calm" }.count == 1)
        #expect(read.findings.count == 1 && read.findings[0].contains("stands in calm.en.yaml already"))
    }

    @Test("A picture is one that a screen can show")
    func pictures() throws {
        let home = try OwnHome()
        let path = "\(home.home.exercisesFolder)/five.en.yaml"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try Data("<svg/>".utf8).write(to: URL(filePath: "\(home.home.boardsFolder)/sea.svg"))
        try Data("<svg/>".utf8).write(to: URL(filePath: "\(home.home.exercisesFolder)/sea.svg"))
        for (name, isTaken) in [("../boards/sea.svg", true), ("sea.svg", false)] {
            try (text + "    picture: \(name)\n").write(toFile: path, atomically: true, encoding: .utf8)
            let read = ids(home)
            #expect(read.ids.contains("five") == isTaken, "\(read)")
            #expect(read.findings.contains { $0.contains("a screen shows pictures") } == !isTaken)
        }
    }

    @Test("A kiosk elsewhere gets the home's exercises, and not the one that was taken away")
    func contents() throws {
        let home = try OwnHome()
        try FileManager.default.removeItem(atPath: "\(home.home.exercisesFolder)/box.en.yaml")
        let desk = ContentsDesk(home: home.home, share: home.share)
        let contents = try desk.contents(for: .init(client: home.home.settingsInUse.client.id))
        let paths = contents.files.map(\.path)
        #expect(paths.contains("exercises/calm.en.yaml") && paths.contains("exercises/calm.de.yaml"))
        #expect(!paths.contains("exercises/box.en.yaml"))
        try FileManager.default.removeItem(atPath: "\(home.home.exercisesFolder)/sigh.en.yaml")
        let later = try desk.contents(for: .init(client: home.home.settingsInUse.client.id))
        #expect(later.version != contents.version)
    }
}
