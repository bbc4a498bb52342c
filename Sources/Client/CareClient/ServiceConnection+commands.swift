import Care
import Costs
import Foundation
import NIOHTTP1

/// What devices send.
extension ServiceConnection {
    /// Sends a command; returns the request that it concerns, as it is now.
    func send(_ command: CareCommand) async throws(Failure) -> Request? {
        switch command {
        case .ask(let new): return try await answer(to: message(.POST, "requests", new))
        case .respond(let id, let new):
            return try await answer(to: message(.POST, "requests/\(id.uuidString)/responses", new))
        case .fault(let fault):
            let _: Fault = try await answer(to: message(.POST, "faults", fault))
            return nil
        case .propose(let new):
            let _: NeedProposal = try await answer(to: message(.POST, "proposals", new))
            return nil
        case .mark(let entry):
            let _: RoutineOccurrence = try await answer(to: message(.POST, "entries", entry))
            return nil
        case .receipt(let id, let receipt):
            let _: Reminder = try await answer(
                to: message(.POST, "reminders/\(id.uuidString)/receipts", receipt))
            return nil
        case .said(let id, let receipt):
            let _: ClientWords = try await answer(
                to: message(.POST, "words/\(id.uuidString)/receipts", receipt))
            return nil
        case .mood(let mood):
            let _: Mood = try await answer(to: message(.POST, "moods", mood))
            return nil
        case .household(let command):
            try await send(command)
            return nil
        }
    }

    private func send(_ command: HouseholdCommand) async throws(Failure) {
        switch command {
        case .remind(let reminder):
            let _: RoutineOccurrence = try await answer(to: message(.POST, "chores/reminders", reminder))
        case .ask(let new):
            let _: RewardGrant = try await answer(to: message(.POST, "grants", new))
        case .answer(let grant, let answer):
            let _: RewardGrant = try await self.answer(
                to: message(.POST, "grants/\(grant.uuidString)/answers", answer))
        case .switchPoints(_, let person, let change):
            let _: PointStanding = try await answer(
                to: message(.PUT, "points/\(Self.escaped(person))/switch", change))
        case .pay(let paid):
            let owed = paid.owed
            let new = NewPayment(
                id: paid.id,
                content: PaymentContent(
                    from: paid.from, to: owed.to, amount: owed.amount, currency: owed.currency, on: paid.on,
                    charge: owed.charge), by: paid.by, at: paid.at, ifOwed: true)
            let _: CostLine = try await answer(to: message(.POST, "payments", new))
        case .addGoal(let new):
            let _: Routine = try await answer(to: message(.POST, "routines", new))
        case .endGoal(let routine, let change):
            let _: Routine = try await answer(
                to: message(.POST, "routines/\(routine.uuidString)/changes", change))
        }
    }

    /// What a client has heard and likes, with what the service knows of it besides.
    func merge(_ known: ClientEncouragement) async throws(Failure) -> ClientEncouragement {
        try await answer(to: message(.PUT, "encouragement", known))
    }

    /// The client has pressed; whether they are told things here.
    func use(_ use: KioskUse) async throws(Failure) -> Bool {
        let told: KioskSpeaks = try await answer(to: message(.POST, "uses", use))
        return told.speaks
    }

    /// Adds a line to an appointment.
    func tell(_ line: NewAppointmentLine, to appointment: UUID) async throws(Failure) {
        try await done(message(.POST, "appointments/\(appointment.uuidString)/lines", line))
    }

    /// Says how this machine is.
    func tell(_ machine: MachineState) async throws(Failure) {
        try await done(message(.PUT, "machine", machine))
    }

    /// Sends a pairing code; needs no token.
    func claim(_ claim: DeviceClaim) async throws(Failure) -> PairedDevice {
        try await answer(to: message(.POST, "devices", claim))
    }

    /// Replaces the client's screen.
    func show(_ screen: Screen) async throws(Failure) {
        try await done(message(.PUT, "displays/\(Self.escaped(screen.client))", screen))
    }
}
