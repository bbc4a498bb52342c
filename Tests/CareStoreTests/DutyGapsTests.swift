import Care
import Duties
import Foundation
import Synchronization
import Testing

@testable import CareStore

@Suite("The gaps that are kept for whoever asks next")
struct DutyGapsTests {
    @Test(
        "The gaps of a week are worked out once in an hour, and again after each change of what they come of")
    func workedOutOnce() async throws {
        let days = Mutex(0)
        let counted = DutyGaps { roster, from, until in
            days.withLock { $0 += Int((until.timeIntervalSince(from) / 86_400).rounded(.up)) }
            return roster.gaps(from: from, until: until)
        }
        let home = try await DutyHome(gaps: counted)
        let store = home.store
        func ask(_ seconds: Double) async throws -> Int {
            let now = noon.addingTimeInterval(seconds)
            let gaps = try await store.dutyStanding(now: now).gaps
            #expect(try await store.dutyStanding(now: now).gaps == gaps, "\(seconds)")
            return days.withLock { days in
                defer { days = 0 }
                return days
            }
        }
        let duty = try await home.add(try DutyHome.days("anna"))
        #expect(try await ask(0) == 9)
        for seconds in stride(from: 1.0, through: 3599, by: 100) { #expect(try await ask(seconds) == 0) }
        #expect(try await ask(3601) == 9)
        // Back within what is known, and to where nothing is.
        #expect(try await ask(3605) == 0)
        #expect(try await ask(-7200) == 9)
        try await home.move(duty, .assign, "2026-03-29", to: "ben")
        #expect(try await ask(-7200) == 9)
        #expect(try await ask(-7190) == 0)
        var anna = try #require(try await store.people().first { $0.id == "anna" })
        anna.absences = [Absence(from: noon)]
        _ = try await store.setPerson(anna, at: noon)
        #expect(try await ask(-7190) == 9)
        let west = try #require(try await store.places().first { $0.id == "west" })
        var needed = west
        needed.needsDuty = true
        _ = try await store.setPlace(needed, at: noon)
        #expect(try await ask(-7190) == 9)
        #expect(try await store.gapsToTell(now: noon.addingTimeInterval(-7000), ahead: 1800) != nil)
        #expect(try await ask(-7000) == 0)
    }
}
