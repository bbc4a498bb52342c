import Care
import FoundationEssentials
import HomeFiles
import Recurrence
import Scanning
import Speech

/// The choices in the lists of chores, points, rewards and people.
enum HouseholdChoice: Sendable {
    /// A chore, by its occurrence's id.
    case chore(String)
    /// What the points were for.
    case pointsFor
    case rewards
    /// Asks first whether points are to be switched on or off.
    case switchPoints(Bool)
    /// "Yes" to that.
    case pointsSwitched(Bool)
    case reward(UUID)
    /// "Yes" to a reward that costs points.
    case ask(UUID)
    /// What was asked for or reached.
    case grant(UUID)
    case withdraw(UUID)
    /// An amount that the client is to pay, by its id.
    case owed(String)
    /// "I have paid it".
    case paid(String)
    /// Somebody of the household, by id.
    case person(String)
    /// Reminds whoever has that chore, by its occurrence's id.
    case remind(String)
    /// Who is to be asked to do a chore of the client's, by its occurrence's id.
    case askSomebody(String)
    /// That person, by id, is asked to do that chore.
    case asked(String, person: String)

    /// Whether it only opens another level.
    var leadsOn: Bool {
        switch self {
        case .chore, .rewards, .switchPoints, .reward, .grant, .owed, .person, .askSomebody: true
        case .pointsFor, .pointsSwitched, .ask, .withdraw, .paid, .remind, .asked: false
        }
    }
}

/// What the lists are made of.
struct HouseholdLists: Sendable, Equatable {
    var chores = ClientChores()
    var housemates: [Housemate] = []
    /// Those who can be asked to do a chore of the client's, by name.
    var askable: [ChorePerson] = []
    /// Whether the client wants points; `nil` while nothing is known of them.
    var wantsPoints: Bool?
    var rewards: [RewardProgress] = []
    var grants: [KioskHousehold.OpenGrant] = []
    var owed: [OwedAmount] = []

    /// Without points there is a sentence to be said in their place.
    var hasNoRewards: Bool { wantsPoints == nil || wantsPoints == true && rewards.isEmpty && grants.isEmpty }
}

extension LevelMaker {
    static let choresID = "chores"
    static let pointsID = "points"
    static let rewardsID = "rewards"
    static let peopleID = "people"

    /// The client's chores: what others ask them to do, what is theirs by deadline, what waits for a yes, what they may take, what they have done, and what they are
    /// to pay. The state of each is said when it is scanned.
    var chores: KioskLevel {
        household(
            Self.choresID,
            household.chores.all.map { ($0.id, .chore($0.id), $0.title) }
                + household.owed.map { ("owed \($0.id)", .owed($0.id), words(for: $0)) })
    }

    /// What the client can do about points.
    var points: KioskLevel {
        guard household.wantsPoints != false else {
            return household(Self.pointsID, [("on", .switchPoints(true), phrases[.choicePointsOn])])
        }
        return household(
            Self.pointsID,
            [
                ("for", .pointsFor, phrases[.choicePointsFor]),
                ("rewards", .rewards, phrases[.choiceRewards]),
                ("off", .switchPoints(false), phrases[.choicePointsOff]),
            ])
    }

    /// What was asked for or reached, and then all rewards; how far each is is said when it is scanned.
    var rewards: KioskLevel {
        household(
            Self.rewardsID,
            household.grants.map { ("grant \($0.id)", .grant($0.id), $0.title) }
                + household.rewards.map {
                    ("reward \($0.reward.id)", .reward($0.reward.id), $0.reward.content.title)
                })
    }

    /// Those who can be reminded of a chore.
    var people: KioskLevel {
        household(Self.peopleID, household.housemates.map { ($0.person, .person($0.person), $0.name) })
    }

    /// The chores of one of them.
    func chores(of housemate: Housemate) -> KioskLevel {
        household(
            Self.choresID(of: housemate.person), housemate.chores.map { ($0.id, .remind($0.id), $0.title) })
    }

    /// Those who can be asked to do a chore. They stay the same while one of them is chosen.
    func people(toAsk chore: RoutineOccurrence) -> KioskLevel {
        household(
            "ask \(chore.id)",
            household.askable.map { ($0.id, .asked(chore.id, person: $0.id), $0.name) }, isLive: false)
    }

    private static func choresID(of person: String) -> String { "chores of \(person)" }

    // MARK: - Questions

    /// What the client can do about a chore.
    ///
    /// - Parameter mayUndo: Whether its state was set by the client.
    func choices(
        aboutChore chore: RoutineOccurrence, of client: String, mayUndo: Bool, at now: Date
    ) -> KioskLevel {
        var items: [(String, KioskLevel.OccurrenceChange, PhraseKey)] = []
        if chore.openOffer?.to == client {
            items = [("agree", .accepted, .choiceAgree), ("refuse", .refused, .choiceRefuse)]
        }
        if chore.state.isOpen {
            if chore.assignment.person == nil {
                items.append(("claim", .claimed, .choiceClaim))
            } else if chore.assignment.person == client, chore.exercise == nil,
                !chore.isOfComingDay(at: now)
            {
                // An exercise is done by doing it.
                if chore.count > 1 {
                    items.append(("one-more", .partDone, .choiceOneMore))
                } else {
                    items.append(("done", .done, .choiceDone))
                }
            }
            // What is others' to plan is skipped by them, with a reason, which no switch can give.
            if chore.isClientsOwn, chore.client == client, !chore.isOfComingDay(at: now) {
                items.append(("not-today", .skipped, .choiceNotToday))
            }
        }
        if mayUndo { items.append(("not-done", .undone, .choiceNotDone)) }
        if chore.openOffer?.by == client { items.append(("ask-nobody", .offerUndone, .choiceAskNobody)) }
        var choices: [LevelItem] = items.map { ($0, .mark(chore.id, $1), phrases[$2]) }
        if chore.mayBeOffered(by: client), !household.askable.isEmpty {
            choices.append(("ask", .household(.askSomebody(chore.id)), phrases[.choiceAskOther]))
        }
        return question("chore \(chore.id)", choices, phrases[.goBack])
    }

    /// "No points any more?" and the way back.
    func confirmation(ofPoints isOn: Bool) -> KioskLevel {
        let yes = phrases[isOn ? .confirmPointsOn : .confirmPointsOff]
        return question("points \(isOn)", [("yes", .household(.pointsSwitched(isOn)), yes)], phrases[.goBack])
    }

    /// "For 15 points?"
    func confirmation(of progress: RewardProgress) -> KioskLevel {
        question(
            "reward \(progress.reward.id)",
            [
                (
                    "yes", .household(.ask(progress.reward.id)),
                    phrases[.confirmReward, [.count: String(progress.needed)]]
                )
            ],
            phrases[.confirmNo])
    }

    /// What the client can do about a reward that waits for a yes.
    func choices(about grant: KioskHousehold.OpenGrant) -> KioskLevel {
        question(
            "grant \(grant.id)", [("never-mind", .household(.withdraw(grant.id)), phrases[.choiceNeverMind])],
            phrases[.goBack])
    }

    /// What the client can do about an amount.
    func choices(about owed: OwedAmount) -> KioskLevel {
        question(
            "owed \(owed.id)", [("paid", .household(.paid(owed.id)), phrases[.choicePaid])], phrases[.goBack])
    }

    // MARK: - What is said

    /// "12.50 € for Ben".
    func words(for owed: OwedAmount) -> String {
        phrases[.owedTo, [.caregiver: owed.name, .label: money(owed)]]
    }

    /// "12.50 €", as the language writes it, so that it is read as an amount.
    func money(_ owed: OwedAmount) -> String {
        let unit = (0..<max(0, min(owed.digits, 3))).reduce(Int64(1)) { unit, _ in unit * 10 }
        let (whole, part) = owed.amount.quotientAndRemainder(dividingBy: unit)
        let places = String(part)
        let mark = phrases.language.lowercased().hasPrefix("en") ? "." : ","
        let fraction =
            part == 0 ? "" : mark + String(repeating: "0", count: max(0, owed.digits - places.count)) + places
        return "\(whole)\(fraction) \(Self.signs[owed.currency] ?? owed.currency)"
    }

    /// What voices read as the currency's name.
    private static let signs = ["EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥"]

    /// "By tomorrow"; `nil` where nobody has said until when.
    func standing(of owed: OwedAmount, on today: CalendarDay) -> String? {
        guard let due = owed.due else { return nil }
        let days = due.number - today.number
        return days < 0
            ? phrases[.owedLate]
            : days == 0 ? phrases[.owedToday] : phrases[.owedInDays, [.count: String(days)]]
    }

    /// What scanning adds to an entry: how a chore or a reward stands.
    func standing(
        of choice: HouseholdChoice, chore: RoutineOccurrence?, client: HomeSettings.Person, at now: Date
    )
        -> String?
    {
        switch choice {
        case .chore: chore.map { standing(ofChore: $0, client: client, at: now) }
        case .remind: chore.map { standing(of: $0, client: client.name, at: now) }
        case .reward(let id): household.rewards.first { $0.reward.id == id }.map(standing)
        case .grant(let id):
            household.grants.first { $0.id == id }.map { phrases[$0.isWaiting ? .rewardWaits : .rewardYours] }
        case .pointsFor, .rewards, .switchPoints, .pointsSwitched, .ask, .withdraw, .owed, .paid, .person,
            .askSomebody, .asked:
            nil
        }
    }

    /// "9 o'clock, due now, 1 of 3 done, 5 points": what scanning adds to a chore's title.
    func standing(ofChore chore: RoutineOccurrence, client: HomeSettings.Person, at now: Date) -> String {
        var said = [standing(of: chore, client: client.name, at: now)]
        if chore.state.isOpen, chore.assignment.person == nil { said.append(phrases[.choreFree]) }
        if let asked = standing(ofOffer: chore, client: client.id) { said.append(asked) }
        if let part = partsDone(of: chore) { said.append(part) }
        if chore.state.isOpen, let reason = chore.chore?.notYet {
            said.append(phrases[.choreWhy, [.reason: reason.unclosed]])
        }
        if chore.chore?.approval == .waiting { said.append(phrases[.choreWaits]) }
        if household.wantsPoints == true, chore.state.isOpen, let points = chore.chore?.points {
            said.append(phrases[.chorePoints, [.count: String(points)]])
        }
        return said.joined(separator: ", ")
    }

    /// Who asks the client to do it, whom the client has asked, or who has said no to that.
    private func standing(ofOffer chore: RoutineOccurrence, client: String) -> String? {
        if let offer = chore.openOffer, offer.to == client {
            return phrases[.choreAsksYou, [.caregiver: offer.byName]]
        }
        guard let offer = chore.chore?.offer, offer.by == client, chore.assignment.person == client,
            chore.state.isOpen
        else { return nil }
        if offer.answer == .refused { return phrases[.choreSaidNo, [.caregiver: name(of: offer)]] }
        return chore.openOffer == nil ? nil : phrases[.choreIsAsked, [.caregiver: name(of: offer)]]
    }

    /// Whoever is asked, by name. Of what was asked here a moment ago the entry knows the id alone.
    private func name(of offer: ChoreOffer) -> String {
        household.askable.first { $0.id == offer.to }?.name ?? offer.toName
    }

    private func partsDone(of chore: RoutineOccurrence) -> String? {
        guard chore.state.isOpen, let parts = chore.chore?.parts, parts > 0 else { return nil }
        return phrases[.chorePart, [.position: String(parts), .count: String(chore.count)]]
    }

    /// "3 points to go", or what it costs where that is there.
    func standing(of progress: RewardProgress) -> String {
        progress.canBeAskedFor
            ? phrases[.rewardReady, [.count: String(progress.needed)]]
            : phrases[.rewardLeft, [.count: String(progress.left)]]
    }

    /// What one line of the ledger was for.
    func words(for line: PointLine) -> String {
        let key: PhraseKey =
            switch line.kind {
            case .earned, .given: .pointsFor
            case .undone: .pointsUndone
            case .redeemed: .pointsSpent
            case .returned: .pointsBack
            }
        return phrases[key, [.count: String(abs(line.points)), .label: line.what]]
    }

    // MARK: - Levels

    private func household(
        _ id: String, _ items: [(id: String, choice: HouseholdChoice, cue: String)], isLive: Bool = true
    ) -> KioskLevel {
        var level = KioskLevel(
            scan: ScanLevel(id: id, choices: items.map(\.id), back: parameters.backItem), contents: [:],
            cues: [ScanLevel.backID: [.text(phrases[.goBack])]], isLive: isLive)
        fill(&level, items.map { ($0.id, .household($0.choice), $0.cue) })
        return paged(level)
    }

    private typealias LevelItem = (id: String, content: KioskLevel.Content, cue: String)

    private func question(_ id: String, _ items: [LevelItem], _ back: String) -> KioskLevel {
        let choices = items.map { ScanItem(id: $0.id) }
        var level = KioskLevel(
            scan: ScanLevel(
                id: id, items: choices + [ScanItem(id: ScanLevel.backID, kind: .back)], isQuestion: true),
            contents: [:], cues: [ScanLevel.backID: [.text(back)]])
        fill(&level, items)
        return level
    }

    private func fill(_ level: inout KioskLevel, _ items: [LevelItem]) {
        for item in items {
            level.contents[item.id] = item.content
            level.cues[item.id] = [.text(item.cue)]
        }
    }
}
