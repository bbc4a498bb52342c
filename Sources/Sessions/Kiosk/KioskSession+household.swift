import Boards
public import Care
import FoundationEssentials
import HomeFiles
import Recurrence
import Scanning
import Speech
import Time

extension KioskSession {
    /// Loads the chores, points and rewards of an earlier run; call before the first event.
    ///
    /// - Parameter kept: Ignored if it is another client's, for whom this kiosk was before.
    public mutating func recall(_ kept: ClientHousehold) {
        guard kept.standing.person == settings.client.id else { return }
        agenda.take(kept)
        levels.maker.household = householdLists
        scanner = Scanner(parameters: scanning, top: levels.restart())
        updates.contentsChanged()
    }

    /// Something of it has changed.
    mutating func take(_ changed: ClientHousehold) {
        agenda.take(changed)
        if !changed.standing.isOn { dropCelebrations(of: nil) }
        updates.contentsChanged()
    }

    /// How the client stands has changed.
    mutating func take(_ standing: PointStanding) {
        guard standing.person == settings.client.id else { return }
        agenda.household.take(standing)
        if !standing.isOn { dropCelebrations(of: nil) }
        updates.contentsChanged()
    }

    /// As everything stands now.
    var householdLists: HouseholdLists {
        let household = agenda.household
        return HouseholdLists(
            chores: agenda.chores(of: settings.client.id, at: planTime),
            housemates: agenda.housemates(at: planTime),
            askable: household.known?.chores.people ?? [], wantsPoints: household.wantsPoints,
            rewards: household.rewards, grants: household.grants, owed: household.owed)
    }

    /// What scanning adds to an entry of these lists.
    func standing(of choice: HouseholdChoice) -> String? {
        var chore: RoutineOccurrence?
        switch choice {
        case .chore(let id), .remind(let id): chore = agenda.chore(id, at: planTime)
        case .owed(let id): return owed(id).flatMap { levels.maker.standing(of: $0, on: today) }
        case .pointsFor, .rewards, .switchPoints, .pointsSwitched, .reward, .ask, .grant, .withdraw, .paid,
            .person, .askSomebody, .asked:
            break
        }
        return levels.maker.standing(of: choice, chore: chore, client: settings.client, at: planTime)
    }

    // MARK: - The lists

    mutating func openChores(at now: Instant, _ effects: inout Effects) {
        effects.add(.readHousehold)
        levels.maker.household = householdLists
        if levels.maker.household.chores.all.isEmpty, levels.maker.household.owed.isEmpty {
            reply(agenda.household.known == nil ? .choresUnknown : .noChores, at: now, &effects)
        } else {
            finishChoice(.open(levels.maker.chores), at: now, &effects)
        }
    }

    mutating func openPeople(at now: Instant, _ effects: inout Effects) {
        effects.add(.readHousehold)
        levels.maker.household = householdLists
        if levels.maker.household.housemates.isEmpty {
            reply(agenda.household.known == nil ? .choresUnknown : .nobodyToRemind, at: now, &effects)
        } else {
            finishChoice(.open(levels.maker.people), at: now, &effects)
        }
    }

    /// Says how many there are, or that there are none by the client's wish, and opens what can be done about it.
    mutating func openPoints(at now: Instant, _ effects: inout Effects) {
        levels.maker.household = householdLists
        guard let wantsPoints = agenda.household.wantsPoints, let total = agenda.household.total else {
            reply(.pointsUnknown, at: now, &effects)
            return
        }
        let said = wantsPoints ? phrases[.pointsTotal, [.count: String(total)]] : phrases[.pointsOff]
        runChoice(
            Script(steps: [.say(whisper([.text(said)]))], ending: .open(levels.maker.points)), at: now,
            &effects)
    }

    mutating func openRewards(at now: Instant, _ effects: inout Effects) {
        levels.maker.household = householdLists
        switch agenda.household.wantsPoints {
        case nil: reply(.pointsUnknown, at: now, &effects)
        case false: reply(.pointsOff, at: now, &effects)
        case true where levels.maker.household.hasNoRewards: reply(.noRewards, at: now, &effects)
        case true: finishChoice(.open(levels.maker.rewards), at: now, &effects)
        }
    }

    // MARK: - Choices

    mutating func act(on choice: HouseholdChoice, at now: Instant, _ effects: inout Effects) {
        switch choice {
        case .chore(let id): choseChore(id, at: now, &effects)
        case .pointsFor: sayPointLines(at: now, &effects)
        case .rewards: openRewards(at: now, &effects)
        case .switchPoints(let isOn):
            finishChoice(.open(levels.maker.confirmation(ofPoints: isOn)), at: now, &effects)
        case .pointsSwitched(let isOn): switchPoints(isOn, at: now, &effects)
        case .reward(let id): choseReward(id, at: now, &effects)
        case .ask(let id): askFor(id, at: now, &effects)
        case .grant(let id): choseGrant(id, at: now, &effects)
        case .withdraw(let id): withdraw(id, at: now, &effects)
        case .owed(let id): choseOwed(id, at: now, &effects)
        case .paid(let id): pay(id, at: now, &effects)
        case .person(let person):
            levels.maker.household = householdLists
            if let housemate = levels.maker.household.housemates.first(where: { $0.person == person }) {
                finishChoice(.open(levels.maker.chores(of: housemate)), at: now, &effects)
            } else {
                reply(.nobodyToRemind, at: now, &effects)
            }
        case .remind(let id): remind(of: id, at: now, &effects)
        case .askSomebody(let id): askSomebody(toDo: id, at: now, &effects)
        case .asked(let id, let person): mark(id, .offered(person), at: now, &effects)
        }
    }

    mutating func whispers(
        _ sentences: [String], opening level: KioskLevel? = nil, at now: Instant, _ effects: inout Effects
    ) {
        var script = Script(steps: [.say(whisper(sentences.map { .text($0) }))])
        if let level { script.ending = .open(level) }
        runChoice(script, at: now, &effects)
    }

    // MARK: - What is to be paid

    private func owed(_ id: String) -> OwedAmount? { agenda.household.owed.first { $0.id == id } }

    /// By the home's calendar.
    private var today: CalendarDay { encouragement.means.zone.local(of: planTime).day }

    /// Says to whom, for what and until when, and offers to say that it is paid. It is for the client's ear: what somebody owes is nobody
    /// else's.
    private mutating func choseOwed(_ id: String, at now: Instant, _ effects: inout Effects) {
        guard let owed = owed(id) else {
            reply(.noLongerOnBoard, at: now, &effects)
            return
        }
        let maker = levels.maker
        let sentences = [maker.words(for: owed), owed.what, maker.standing(of: owed, on: today)]
        whispers(
            sentences.compactMap { $0?.closed }, opening: maker.choices(about: owed), at: now, &effects)
    }

    private mutating func pay(_ id: String, at now: Instant, _ effects: inout Effects) {
        guard let owed = owed(id) else {
            reply(.noLongerOnBoard, at: now, &effects)
            return
        }
        let paid = PaidAmount(
            id: newID(), from: settings.client.id, owed: owed, on: today, by: settings.client.name,
            at: planTime)
        let words = phrases[.paidNoted, [.caregiver: owed.name, .label: levels.maker.money(owed)]]
        send(.pay(paid), saying: words, at: now, &effects)
    }

    // MARK: - Sending

    /// Hands it over to be stored; the client hears of it once it is.
    mutating func send(
        _ command: HouseholdCommand, saying words: String, at now: Instant, _ effects: inout Effects
    ) {
        agenda.add(command, by: settings.client.name)
        updates.contentsChanged()
        asking.willStore(command.id)
        effects.add(.household(command))
        runChoice(
            Script(
                steps: [.recorded(command.id), .say(announcement(.earcon(.asked), .text(words)))]),
            at: now, &effects)
    }

    /// The service refused it for good. Returns whether it was one of these.
    mutating func commandRefused(
        _ id: UUID, as kind: CareProblem.Kind?, at now: Instant, _ effects: inout Effects
    ) -> Bool {
        guard let command = agenda.lostCommand(id) else { return false }
        updates.contentsChanged()
        let words = announcement(.earcon(.fault), .text(lostWords(command, as: kind)), kind: .fault)
        announce(Script(steps: [.say(words)]), at: now, &effects)
        return true
    }

    /// - Parameter kind: Why the service refused it, as far as that is known.
    func lostWords(_ command: HouseholdCommand, as kind: CareProblem.Kind? = nil) -> String {
        switch command {
        case .remind(let reminder):
            let id = "\(reminder.routine) \(reminder.key)"
            return phrases[.reminderRefused, [.label: agenda.chore(id, at: planTime)?.title ?? ""]]
        case .ask(let new):
            let reward = agenda.household.known?.standing.rewards.first { $0.reward.id == new.reward }
            return phrases[.rewardLost, [.label: reward?.reward.content.title ?? ""]]
        case .answer: return phrases[.noLongerOnBoard]
        case .pay(let paid): return phrases[.markLost, [.label: levels.maker.words(for: paid.owed)]]
        case .addGoal(let new) where kind == .goalsFull:
            return phrases[.goalsFull, [.label: new.content.title]]
        case .addGoal(let new): return phrases[.markLost, [.label: new.content.title]]
        case .endGoal(let routine, _):
            let goal = goals.first { $0.id == routine }
            return phrases[.markLost, [.label: goal?.occurrence.title ?? phrases[.choiceGoalDelete]]]
        case .switchPoints(_, _, let change):
            return phrases[
                .markLost, [.label: phrases[change.isOn ? .choicePointsOn : .choicePointsOff]]]
        }
    }
}
