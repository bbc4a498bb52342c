import Care
import CareStore
import Foundation
import Recurrence
import Testing

/// What a station that starts has to know of what was told before.
@Suite("What was told and is still due") struct WhatWasToldAndIsStillDueTests {
    private func told(_ home: RoutineHome) async throws -> [String] {
        try await home.agenda().told.map { "\($0.kind.rawValue) \($0.recipientName) \($0.state.rawValue)" }
    }

    @Test(
        "It is listed from its telling until it is done, missed, moved or taken away",
        arguments: [false, true])
    func itIsListedFromItsTellingUntilItIs(restarts: Bool)
        async throws
    {
        let home = try await RoutineHome(restarts: restarts)
        let routine = try await home.add(medicine())
        _ = try await home.take(at: berlin("2026-03-28T14:00"))
        #expect(try await told(home) == [])
        for reminder in try await home.waiting() { try await home.tell(reminder) }
        #expect(try await told(home) == ["due Anna told"])
        #expect(try await home.agenda(.kiosk).told == [])

        _ = try await home.mark(.done, routine, "2026-03-28T14:00")
        #expect(try await told(home) == [])
        let undone = try await home.agenda().today.compactMap(\.lastEntry).last
        _ = try await home.mark(.undone, routine, "2026-03-28T14:00", undoes: undone)
        #expect(try await told(home) == ["due Anna told"])

        // An hour later it is missed, and for a day it can be put off as that.
        _ = try await home.take(at: berlin("2026-03-28T15:00"))
        #expect(try await told(home) == [])
        for reminder in try await home.waiting() { try await home.tell(reminder) }
        #expect(try await told(home) == ["missed Anna told"])
        _ = try await home.take(at: berlin("2026-03-28T23:00"))
        #expect(try await told(home) == ["missed Anna told"])
        home.clock = try berlin("2026-03-29T16:00").addingTimeInterval(1)
        #expect(try await told(home) == [])
    }

    @Test("What was moved to another time is not told for that yet") func whatWasMovedToAnotherTimeIsNotTold()
        async throws
    {
        let home = try await RoutineHome()
        let routine = try await home.add(medicine())
        _ = try await home.take(at: berlin("2026-03-28T14:00"))
        for reminder in try await home.waiting() { try await home.tell(reminder) }
        _ = try await home.store.changeRoutine(
            routine.id,
            RoutineChange(
                id: UUID(), scope: .one, occurrence: home.key("2026-03-28T14:00"),
                to: WallTime("2026-03-28T17:00"), replaces: routine.sequence, at: home.clock),
            receivedAt: home.clock)
        #expect(try await told(home) == [])
        _ = try await home.take(at: berlin("2026-03-28T17:00"))
        #expect(try await told(home) == [])
        for reminder in try await home.waiting() { try await home.tell(reminder) }
        #expect(try await told(home) == ["due Anna told"])
    }
}
