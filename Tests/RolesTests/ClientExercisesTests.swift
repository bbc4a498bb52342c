import Care
import Foundation
import HomeFiles
import Testing

@testable import Roles

@Suite("Exercises that a client can be asked to do, and which of them suit them")
struct ClientExercisesTests {
    private let place: OwnHome
    private let keeper: HomeFileKeeper

    init() throws {
        place = try OwnHome()
        try "client: { id: maria, name: Maria }\ncare: { breathing: no_holds }\n".write(
            toFile: place.home.settingsFile, atomically: true, encoding: .utf8)
        keeper = HomeFileKeeper(home: place.home, share: place.share)
    }

    private func allowed(_ list: ExerciseList) -> Set<String> {
        Set(list.exercises.filter(\.isAllowed).map(\.id))
    }

    @Test("Each client has the home's exercises, and those that their own breathing allows")
    func list() throws {
        let still: Set<String> = ["body", "five", "garden", "bird", "sea", "rain"]
        let all = still.union(["calm", "even", "box", "sigh"])
        let marias = keeper.exercises(of: "maria")
        #expect(Set(marias.exercises.map(\.id)) == all && marias.breathing == "no_holds")
        #expect(allowed(marias) == still.union(["calm", "even"]))
        #expect(marias.exercises.allSatisfy { $0.language.hasPrefix("en") && !$0.instructions.isEmpty })
        #expect(marias.exercises.first { $0.id == "calm" }?.emoji != nil)
        // Of whom the home has no settings, it knows nothing.
        #expect(allowed(keeper.exercises(of: "lukas")) == all)
        let lukas = SettingsScope.client("lukas")
        _ = try keeper.setOptions(
            .init(values: ["care.breathing": "none"], version: try keeper.options(of: lukas).version),
            of: lukas)
        #expect(allowed(keeper.exercises(of: "lukas")) == still)
        #expect(allowed(keeper.exercises(of: "maria")) == still.union(["calm", "even"]))
        #expect(keeper.exercises(of: nil) == marias)
    }

    @Test("How many days before its own something opens is the client's; of whom nothing is known, none")
    func daysAhead() throws {
        #expect(keeper.exercises(of: "maria").opensDaysAhead == nil)
        _ = try keeper.setOptions(
            .init(values: ["sessions.open_ahead_days": "2"], version: try keeper.options().version))
        #expect(keeper.exercises(of: "maria").opensDaysAhead == 2)
        #expect(keeper.exercises(of: "lukas").opensDaysAhead == nil)
    }

    @Test("To allow more needs a purpose, through the settings and by itself; to allow less does not")
    func purpose() throws {
        func breathing() throws -> String? {
            try keeper.options().options.first { $0.name == "care.breathing" }?.value
        }
        let refused = #expect(throws: CareProblem.self) {
            try keeper.setBreathing(BreathingChange(breathing: "any"), of: "maria")
        }
        #expect(refused?.kind == .notAcceptable && refused?.field == "breathing")
        #expect(refused?.detail.contains("on purpose") == true)
        let version = try keeper.options().version
        let settings = #expect(throws: CareProblem.self) {
            try keeper.setOptions(
                .init(values: ["care.breathing": "any", "scan_time": "2 s"], version: version))
        }
        #expect(settings?.field == "care.breathing")
        #expect(try breathing() == "no_holds")
        let less = try keeper.setBreathing(BreathingChange(breathing: "none"), of: "maria")
        #expect(try less.breathing == "none" && breathing() == "none")
        let more = try keeper.setBreathing(BreathingChange(breathing: "any", isOnPurpose: true), of: "maria")
        #expect(try more.breathing == "any" && breathing() == "any")
        let wrong = #expect(throws: CareProblem.self) {
            try keeper.setBreathing(BreathingChange(breathing: "some", isOnPurpose: true), of: "maria")
        }
        #expect(wrong?.field == "breathing")
    }
}
