import Boards
public import Care
import Exercises
import Foundation
import HomeFiles
import StaffFiles

extension HomeFileKeeper {
    /// The name of the setting that says which exercises suit a client.
    private static let breathing = "care.breathing"

    /// The files of exercises, or of encouragement, as the API names them.
    func fileNames(in kind: HomeFileKind) -> [String] {
        guard let folder = kind.folder else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(home.path)/\(folder)")) ?? []
        return names.filter(HomeFilePlace.isName).sorted().map { folder + $0 }
    }

    /// The files of exercises as lists have them: the usual one first.
    func exerciseNames(_ exercises: [String: Exercise]) -> [String] {
        let names = fileNames(in: .exercise)
        func isUsual(_ name: String) -> Bool {
            exercises["\(home.path)/\(name)"]?.id == Exercise.usual
        }
        return names.filter(isUsual) + names.filter { !isUsual($0) }
    }

    /// Those that can be read, by their paths; none in a home that has no folder for them.
    func exercisesByPath() -> [String: Exercise] {
        guard let share, FileManager.default.fileExists(atPath: home.exercisesFolder) else { return [:] }
        var findings: [Finding] = []
        let reader = StaffFileReader(home: home, share: share, keepsCopies: false, languages: .machine)
        return Dictionary(
            reader.exerciseFiles(&findings).map { ($0.path, $0.exercise) },
            uniquingKeysWith: { one, _ in one })
    }

    /// Takes an exercise away, or a store of encouragement, after which the one that ships under its name is there again; what it said stays in the home's folder `previous`. Other files are not removed: boards open each other, and
    /// what Beckon says must be there.
    public func remove(_ name: String, version: String) throws(CareProblem) {
        let place = try HomeFilePlace(name, in: home)
        guard place.kind.folder != nil else {
            throw CareProblem(
                .forbidden, "only an exercise or a file of encouragement can be removed here", field: "name")
        }
        guard place.exists else {
            throw CareProblem(.notFound, "there is no file \(name) in this home", field: "name")
        }
        let bytes = try bytes(of: place)
        guard version == Self.version(of: bytes) else {
            throw CareProblem(
                .conflict, "\(name) was changed by somebody else meanwhile", field: "version",
                current: (try? read(name)).map(CareProblem.Current.file))
        }
        try keepPrevious(bytes, of: place)
        do { try FileManager.default.removeItem(atPath: place.target) } catch {
            throw CareProblem(.storeFailed, "\(name) cannot be removed: look at the rights of its folder")
        }
    }

    /// The exercises that a client can be asked to do, in the language of their first board, which of them suit them, and how many days before
    /// its own one opens. Those of the home in its language where nobody is named.
    ///
    /// A client of whom this home has no settings has their kiosk elsewhere with files of its own: they get the home's, and all of them.
    public func exercises(of client: String?) -> ExerciseList {
        guard let client else { return exercises(settings, care: settings.breathing) }
        guard let (keeper, own) = whole(of: client) else {
            var list = exercises(settings, care: .any)
            list.opensDaysAhead = nil
            return list
        }
        return keeper.exercises(own, care: own.breathing)
    }

    /// Among which faces a client chooses; `nil` where this home has no settings of theirs.
    public func faces(of client: String) -> MoodScale? { whole(of: client)?.settings.moodScale }

    /// A client's settings, and the keeper of their files.
    private func whole(of client: String) -> (keeper: HomeFileKeeper, settings: HomeSettings)? {
        let settings = settings
        guard client != settings.client.id else { return (self, settings) }
        if let written = clientSettings(client) { return (self, written) }
        // Who shares the kiosk of this machine has files in a folder of their own.
        let folder = KioskMember.folders(in: home, settings).first { $0.settingsInUse.client.id == client }
        return folder.map { folder in
            let keeper = HomeFileKeeper(home: folder, share: share)
            return (keeper, keeper.settings)
        }
    }

    private func exercises(_ settings: HomeSettings, care: BreathingCare) -> ExerciseList {
        let daysAhead = settings.opensDaysAhead > 0 ? settings.opensDaysAhead : nil
        guard let share else {
            return ExerciseList(exercises: [], breathing: care.rawValue, opensDaysAhead: daysAhead)
        }
        var findings: [Finding] = []
        let reader = StaffFileReader(home: home, share: share, keepsCopies: false, languages: .machine)
        let language = boardLanguage(settings)
        let found = reader.exerciseFiles(&findings).map(\.exercise).filter { $0.isIn(language) }
        return ExerciseList(
            exercises: found.map { exercise in
                ExerciseList.Exercise(
                    id: exercise.id, name: exercise.name, language: exercise.language,
                    symbol: exercise.symbol.map(told), instructions: exercise.instructions.text,
                    isAllowed: care.allows(exercise))
            }, breathing: care.rawValue, opensDaysAhead: daysAhead)
    }

    /// That of the board that scanning begins with, as kiosks take it.
    func boardLanguage(_ settings: HomeSettings) -> String {
        let start = settings.startBoard(in: home)
        let place = otherBoards(nil).first { $0.path == start }
        return place.flatMap { goodBoards($0, settings)?.boards[start]?.language } ?? settings.language
    }

    /// Says which exercises suit a client.
    public func setBreathing(
        _ change: BreathingChange, of client: String
    ) throws(CareProblem) -> ExerciseList {
        let scope = SettingsScope.client(client)
        let version = try options(of: scope).version
        do throws(CareProblem) {
            _ = try setOptions(
                OptionChange(
                    values: [Self.breathing: change.breathing], version: version,
                    isOnPurpose: change.isOnPurpose), of: scope)
        } catch {
            guard error.field == Self.breathing else { throw error }
            throw CareProblem(.notAcceptable, error.detail, field: "breathing")
        }
        return exercises(of: client)
    }

    /// Why a setting is not changed unless somebody says that it is meant: to let a client hold their breath again who was not to.
    func purposeProblem(
        _ change: OptionChange, _ name: String, _ text: String, _ scope: SettingsScope
    ) -> String? {
        // What is no such word, or cannot be read, has a problem of its own.
        guard name == Self.breathing, !change.isOnPurpose,
            let wanted = BreathingCare(rawValue: text.trimmingCharacters(in: .whitespaces)),
            let now = try? options(of: scope).options.first(where: { $0.name == name }),
            let care = BreathingCare(rawValue: now.value ?? now.standard),
            wanted < care
        else { return nil }
        return
            "this allows exercises that were left out for the client's breathing: say that it is on purpose"
    }
}
