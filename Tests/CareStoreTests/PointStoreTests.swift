import Care
import Foundation
import GRDB
import Recurrence
import Testing

@testable import CareStore
@testable import StoreFiles

@Suite("Points in the store")
struct PointStoreTests {
    private let today = PointHome.today

    // MARK: - What chores bring

    @Test("A chore that counts brings its points, and takes them back when it counts no longer")
    func earned() async throws {
        let play = try await PointHome(restarts: true)
        let chore = try await play.chore()
        let done = try await play.home.enter(.done, chore, today)
        #expect(try await play.lines() == ["earned 10"])
        let line = try #require(try await play.store.points(of: "maria", seenBy: .all).lines.first)
        #expect(line.entry == done.lastEntry && line.what == "Table" && line.by == "anna")
        try await play.home.enter(.undone, chore, today) { $0.undoes = done.lastEntry }
        #expect(try await play.lines() == ["earned 10", "undone -10"])
        // An undo that is undone is what was done.
        let entries = try await play.home.store.history(chore.id, play.home.key(today))
        try await play.home.enter(.undone, chore, today) { $0.undoes = entries.last?.id }
        #expect(try await play.lines() == ["earned 10", "undone -10", "earned 10"])
        #expect(try await play.standing().total == 10)
        // What has no points, or is skipped, brings none.
        let free = try await play.chore(nil)
        try await play.home.enter(.done, free, today)
        let other = try await play.chore(7)
        try await play.home.enter(.skipped, other, today) { $0.text = "ill" }
        #expect(try await play.lines().count == 3)
    }

    @Test("The parts of a chore come to exactly its points, whoever does them, and whatever is undone")
    func parts() async throws {
        let play = try await PointHome()
        let chore = try await play.chore { $0.count = 3 }
        for person in ["maria", "otto", "maria"] {
            try await play.home.enter(.done, chore, today) { ($0.parts, $0.person) = (1, person) }
        }
        #expect(try await play.lines() == ["earned 3", "earned 4"])
        #expect(try await play.lines(of: "otto") == ["earned 3"])
        let first = try await play.home.store.history(chore.id, play.home.key(today))[0]
        try await play.home.enter(.undone, chore, today) { $0.undoes = first.id }
        // The others keep what theirs were worth, and whoever does the rest gets the rest.
        #expect(try await play.lines() == ["earned 3", "earned 4", "undone -3"])
        #expect(try await play.lines(of: "otto") == ["earned 3"])
        try await play.home.enter(.done, chore, today) { $0.person = "otto" }
        #expect(try await play.lines(of: "otto") == ["earned 3", "earned 3"])
        #expect(try await play.standing().total + play.standing(of: "otto").total == 10)
    }

    @Test("Whatever a chore becomes, what was done of it has been earned")
    func fading() async throws {
        let play = try await PointHome()
        // What is due already keeps its words.
        let tomorrow = "2026-03-29T14:00:00"
        let chore = try await play.chore { $0.count = 3 }
        try await play.home.enter(.done, chore, tomorrow) { $0.parts = 1 }
        var content = chore.content
        (content.points, content.minutes) = (1, 45)
        let poorer = try await play.home.change(chore, .all, content: content)
        let noted = try await play.home.enter(.note, chore, tomorrow) {
            $0.text = "The cloth is in the cupboard."
        }
        #expect(noted.chore?.points == 1 && noted.chore?.minutes == 45)
        #expect(try await play.lines() == ["earned 3"])
        (content.points, content.minutes) = (nil, nil)
        _ = try await play.home.change(poorer, .all, content: content)
        let done = try await play.home.enter(.done, chore, tomorrow)
        #expect(done.chore?.points == nil && done.state == .done)
        #expect(try await play.lines() == ["earned 3"])
    }

    @Test("A provider, who only comes to see clients, collects nothing")
    func providers() async throws {
        let play = try await PointHome()
        _ = try await play.store.setPerson(
            Person(id: "dora", name: "Dora", role: .provider), at: play.home.clock)
        let chore = try await play.chore()
        let cursor = try await play.store.latestSequence()
        try await play.home.enter(.done, chore, today) { $0.person = "dora" }
        let events = try await play.store.events(after: cursor, limit: .max)
        #expect(events.count == 1 && events.compactMap(\.points).isEmpty)
    }

    @Test("One line reaches a reward ten times at most")
    func manyAtOnce() async throws {
        let play = try await PointHome()
        _ = try await play.reward(.reached(at: 1, again: true))
        try await play.give(1000)
        #expect(try await play.grants().compactMap(\.crossing) == Array(991...1000))
        try await play.give(2)
        #expect(try await play.grants().compactMap(\.crossing) == Array(991...1002))
    }

    @Test("What somebody has reached is found by its key, whatever others have")
    func plan() async throws {
        let play = try await PointHome()
        let queue = try DatabaseQueue(path: play.home.home.path)
        let plan = try await queue.read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + Rewards.crossings, arguments: ["maria"])
                .map { row -> String in row["detail"] }
        }
        #expect(plan == ["SEARCH reward_crossing USING PRIMARY KEY (person=?)"])
    }

    @Test("What an undo leaves to be made up is among what is left")
    func leftAfterUndo() async throws {
        let play = try await PointHome()
        let chore = try await play.chore(5)
        _ = try await play.reward(.reached(at: 20, again: true))
        let done = try await play.home.enter(.done, chore, today)
        try await play.give(16)
        try await play.home.enter(.undone, chore, today) { $0.undoes = done.lastEntry }
        let progress = try #require(try await play.standing().rewards.first)
        #expect((progress.points, progress.left) == (0, 24))
    }

    @Test("Every way of dividing a chore into parts comes to its points", arguments: [1, 2, 7, 10, 999])
    func shares(points: Int) {
        for count in 1...12 {
            for first in 1...count {
                for second in 0...(count - first) {
                    var (done, paid) = (0, 0)
                    for parts in [first, second, count - first - second] where parts > 0 {
                        paid += PointShares.share(
                            of: points, parts: parts, count: count, after: done, paid: paid)
                        done += parts
                    }
                    #expect(paid == points)
                }
            }
        }
    }

    @Test("What has to be approved brings points once it is, and to whoever did it")
    func approval() async throws {
        let play = try await PointHome()
        let chore = try await play.chore { $0.needsApproval = true }
        try await play.home.enter(.done, chore, today)
        #expect(try await play.lines().isEmpty)
        try await play.home.enter(.approved, chore, today, by: "ben")
        #expect(try await play.lines() == ["earned 10"])
        let approved = try #require(try await play.store.history(chore.id, play.home.key(today)).last)
        try await play.home.enter(.undone, chore, today, by: "ben") { $0.undoes = approved.id }
        #expect(try await play.lines() == ["earned 10", "undone -10"])
        try await play.home.enter(.notYet, chore, today, by: "ben") { $0.text = "the forks" }
        try await play.home.enter(.done, chore, today)
        try await play.home.enter(.approved, chore, today, by: "ben")
        #expect(try await play.standing().total == 10)
    }

    @Test("Whoever has switched points off earns none, is given none, and keeps what they have")
    func off() async throws {
        let play = try await PointHome()
        let chore = try await play.chore()
        let done = try await play.home.enter(.done, chore, today)
        _ = try await play.reward(.redeemed(cost: 5, approval: false))
        try await play.turn(false)
        let off = try await play.standing()
        #expect(!off.isOn && off.total == 10 && off.rewards.isEmpty)
        let other = try await play.chore(3)
        try await play.home.enter(.done, other, today)
        #expect(try await play.lines() == ["earned 10"])
        await #expect(throws: CareStoreError.conflict(field: "id", "points are switched off for Maria")) {
            try await play.give(5)
        }
        // What counted is still undone.
        try await play.home.enter(.undone, chore, today) { $0.undoes = done.lastEntry }
        #expect(try await play.lines() == ["earned 10", "undone -10"])
        // What they have switched off themselves, those who care for them do not switch on.
        await #expect(throws: CareStoreError.self) { try await play.turn(true, by: PointHome.annas) }
        try await play.turn(true)
        try await play.turn(false, by: PointHome.annas)
        try await play.turn(true, by: PointHome.annas)
        #expect(try await play.standing().isOn)
        // What was done meanwhile stays without points.
        #expect(try await play.standing().total == 0)
    }

    // MARK: - Gifts

    @Test("Points are given for what is no chore, once for each message, and not to oneself")
    func gifts() async throws {
        let play = try await PointHome()
        let id = UUID()
        let first = try await play.give(5, id: id)
        #expect(try await play.give(5, id: id) == first)
        #expect(first.by == PointHome.cleos.name && first.byID == "cleo")
        // One of before the ids of who wrote lines were kept, sent again.
        let old = UUID()
        try await play.store.write { db in
            var line = first
            (line.id, line.byID) = (old, nil)
            try PointLines.add(line, in: db)
        }
        #expect(try await play.give(5, id: old).byID == nil)
        await #expect(throws: CareStoreError.sameIDOtherContent(id, current: nil)) {
            try await play.give(6, id: id)
        }
        await #expect(throws: CareStoreError.sameIDOtherContent(id, current: nil)) {
            try await play.give(5, to: "otto", id: id)
        }
        #expect(try await play.lines() == ["given 5", "given 5"])
        for (person, actor) in [("anna", PointHome.annas), ("cleo", PointHome.cleos)] {
            await #expect(throws: CareStoreError.self) { try await play.give(5, to: person, by: actor) }
        }
        // Ben is somebody whose points Anna does not see.
        await #expect(throws: CareStoreError.notFound("person ben")) {
            try await play.give(5, to: "ben", by: PointHome.annas)
        }
        try await play.give(5, to: "ben")
        #expect(try await play.standing(of: "ben").total == 5)
    }

    // MARK: - Redeeming

    @Test("An undo after a redemption goes below nothing, is shown as nothing, and is made up by what comes")
    func belowZero() async throws {
        let play = try await PointHome()
        let chore = try await play.chore()
        let done = try await play.home.enter(.done, chore, today)
        let reward = try await play.reward(.redeemed(cost: 8, approval: false))
        #expect(try await play.ask(for: reward).state == .granted)
        try await play.home.enter(.undone, chore, today) { $0.undoes = done.lastEntry }
        var standing = try await play.standing()
        #expect((standing.total, standing.missing, standing.collected) == (0, 8, 0))
        await #expect(
            throws: CareStoreError.conflict(field: "reward", "Maria has 0 points, and this takes 8")
        ) { try await play.ask(for: reward) }
        try await play.give(15)
        standing = try await play.standing()
        #expect((standing.total, standing.missing, standing.collected) == (7, 0, 15))
        #expect(standing.rewards.map(\.points) == [7] && standing.rewards.map(\.canBeAskedFor) == [false])
        try await play.give(1)
        #expect(try await play.standing().rewards.map(\.canBeAskedFor) == [true])
    }

    @Test("What is refused or taken back brings back what it cost; nobody says yes to their own")
    func answers() async throws {
        let play = try await PointHome()
        try await play.give(20)
        let reward = try await play.reward(.redeemed(cost: 15, approval: true))
        let id = UUID()
        let asked = try await play.ask(for: reward, id: id)
        #expect(asked.state == .waiting && asked.changedBy == "Maria")
        #expect(try await play.ask(for: reward, id: id) == asked)
        await #expect(throws: CareStoreError.sameIDOtherContent(id, current: nil)) {
            try await play.ask(for: reward, by: PointHome.annas, id: id)
        }
        for state in [RewardGrant.State.granted, .given, .refused] {
            await #expect(throws: CareStoreError.self) {
                try await play.answer(asked, state, by: PointHome.kiosk, because: "So.")
            }
        }
        let answer = UUID()
        let refused = try await play.answer(asked, .refused, id: answer, because: "Tomorrow is school.")
        #expect(refused.state == .refused && refused.reason == "Tomorrow is school.")
        #expect(refused.changedBy == "Anna")
        #expect(
            try await play.answer(asked, .refused, id: answer, because: "Tomorrow is school.") == refused)
        await #expect(throws: CareStoreError.self) { try await play.answer(asked, .granted) }
        let withdrawn = try await play.ask(for: reward)
        #expect(try await play.answer(withdrawn, .withdrawn, by: PointHome.kiosk).state == .withdrawn)
        // What was granted and not handed over yet can be given back: the cinema is closed.
        let closed = try await play.answer(try await play.ask(for: reward), .granted)
        #expect(try await play.answer(closed, .withdrawn, by: PointHome.kiosk).state == .withdrawn)
        let granted = try await play.answer(try await play.ask(for: reward), .granted)
        #expect(try await play.store.grants(onlyOpen: true, seenBy: .all).grants == [granted])
        #expect(try await play.answer(granted, .given).state == .given)
        await #expect(throws: CareStoreError.self) { try await play.answer(granted, .withdrawn) }
        #expect(
            try await play.lines() == [
                "given 20", "redeemed -15", "returned 15", "redeemed -15", "returned 15", "redeemed -15",
                "returned 15", "redeemed -15",
            ])
        #expect(try await play.standing().total == 5)
        // Anna's own: she may say that it was handed over, and no more.
        try await play.give(15, to: "anna")
        let own = try await play.ask(for: reward, person: "anna", by: PointHome.annas)
        await #expect(throws: CareStoreError.self) { try await play.answer(own, .granted) }
        await #expect(throws: CareStoreError.self) { try await play.answer(own, .given) }
        let theirs = try await play.answer(own, .granted, by: PointHome.cleos)
        #expect(try await play.answer(theirs, .given).state == .given)
    }

    @Test("Who works here has no reward by their own word: somebody else says yes to what they wrote down")
    func ownReward() async throws {
        let play = try await PointHome()
        for person in ["anna", "ben", "maria"] { try await play.give(10, to: person) }
        // Anna wrote it down.
        let reward = try await play.reward(.redeemed(cost: 5, approval: false))
        let own = try await play.ask(for: reward, person: "anna", by: PointHome.annas)
        #expect(own.state == .waiting)
        await #expect(throws: CareStoreError.self) { try await play.answer(own, .granted) }
        #expect(try await play.answer(own, .granted, by: PointHome.cleos).state == .granted)
        #expect(try await play.ask(for: reward).state == .granted)
        #expect(try await play.ask(for: reward, person: "ben", by: PointHome.cleos).state == .granted)
        // Under another name it is hers all the same.
        var renamed = anna
        (renamed.name, renamed.sequence) = ("Anja", 1)
        _ = try await play.store.setPerson(renamed, at: play.home.clock)
        try await play.give(10, to: "anna")
        #expect(try await play.ask(for: reward, person: "anna", by: PointHome.annas).state == .waiting)
    }

    @Test("Of two who redeem the same points at once, one has them, a thousand times")
    func atOnce() async throws {
        let play = try await PointHome()
        let reward = try await play.reward(.redeemed(cost: 3, approval: false))
        let store = try await play.store
        let now = play.home.clock
        for _ in 0..<1000 {
            try await play.give(3)
            let outcomes = await withTaskGroup(of: String.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        do {
                            let new = NewGrant(id: UUID(), reward: reward.id, person: "maria", at: now)
                            return try await store.addGrant(new, by: PointHome.kiosk, receivedAt: now)
                                .0.state.rawValue
                        } catch { return "\(error)" }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }.sorted()
            }
            try #require(outcomes == ["Maria has 0 points, and this takes 3", "granted"])
        }
        let standing = try await play.standing()
        #expect((standing.total, standing.missing, standing.collected) == (0, 0, 3000))
    }

    // MARK: - Thresholds

    @Test("A threshold is reached once for each crossing; an undo and a new crossing bring no second one")
    func crossings() async throws {
        let play = try await PointHome()
        let once = try await play.reward(.reached(at: 10, again: false), "Zoo")
        let again = try await play.reward(.reached(at: 10, again: true), "Film")
        let chore = try await play.chore()
        let done = try await play.home.enter(.done, chore, today)
        #expect(try await play.grants().map(\.title).sorted() == ["Film", "Zoo"])
        #expect(
            try await play.grants().allSatisfy { $0.state == .granted && $0.crossing == 1 && $0.cost == 0 })
        try await play.home.enter(.undone, chore, today) { $0.undoes = done.lastEntry }
        #expect(try await play.standing().rewards.map(\.points) == [0])
        try await play.home.enter(.done, chore, today)
        #expect(try await play.grants().count == 2)
        // Three crossings at once are three.
        try await play.give(25)
        #expect(try await play.grants().filter { $0.reward == again.id }.map(\.crossing) == [1, 2, 3])
        #expect(try await play.grants().filter { $0.reward == once.id }.count == 1)
        let progress = try await play.standing().rewards
        #expect(progress.map(\.reward.id) == [again.id] && progress.map(\.points) == [5])
        // Redeeming takes nothing from what was collected.
        let reward = try await play.reward(.redeemed(cost: 30, approval: false))
        _ = try await play.ask(for: reward)
        try await play.give(5)
        #expect(try await play.grants().filter { $0.reward == again.id }.count == 4)
    }

    @Test("Whoever has passed a threshold that is made or changed gets one, for what they crossed last")
    func passed() async throws {
        let play = try await PointHome()
        try await play.give(35)
        try await play.give(35, to: "otto")
        try await play.turn(false, of: "otto", by: PointHome.cleos)
        var reward = try await play.reward(.reached(at: 10, again: true))
        #expect(try await play.grants().map(\.crossing) == [3])
        #expect(try await play.grants(of: "otto").isEmpty)
        try await play.turn(true, of: "otto", by: PointHome.cleos)
        #expect(try await play.grants(of: "otto").map(\.crossing) == [3])
        // A higher one was had already; to and fro brings nothing.
        for (threshold, crossing) in [(20, 1), (10, 3), (20, 1)] {
            reward = try await play.reward(
                .reached(at: threshold, again: true), id: reward.id, replaces: reward.sequence)
            #expect(try await play.grants().count == 1, "\(threshold)")
            let progress = try await play.standing().rewards.first
            #expect(progress?.points == 35 - threshold * crossing)
        }
        try await play.give(5)
        #expect(try await play.grants().map(\.crossing) == [3, 2])
        // A lower one is passed more often than it was had.
        reward = try await play.reward(.reached(at: 4, again: true), id: reward.id, replaces: reward.sequence)
        #expect(try await play.grants().map(\.crossing) == [3, 2, 10])
        // Taken away, it is not reached; there again, it is.
        reward = try await play.reward(
            .reached(at: 4, again: true), id: reward.id, replaces: reward.sequence, isActive: false)
        try await play.give(8)
        #expect(try await play.grants().count == 3)
        reward = try await play.reward(.reached(at: 4, again: true), id: reward.id, replaces: reward.sequence)
        #expect(try await play.grants().map(\.crossing) == [3, 2, 10, 12])
    }

    @Test("After undos and other thresholds a crossing that was had is not had again, and nothing fails")
    func toAndFro() async throws {
        let play = try await PointHome()
        let chore = try await play.chore(30)
        let done = try await play.home.enter(.done, chore, today)
        var reward = try await play.reward(.reached(at: 10, again: true))
        try await play.give(10)
        #expect(try await play.grants().map(\.crossing) == [3, 4])
        try await play.home.enter(.undone, chore, today) { $0.undoes = done.lastEntry }
        for threshold in [20, 10] {
            reward = try await play.reward(
                .reached(at: threshold, again: true), id: reward.id, replaces: reward.sequence)
        }
        try await play.home.enter(.done, chore, today)
        #expect(try await play.grants().map(\.crossing) == [3, 4])
        try await play.give(10)
        #expect(try await play.grants().map(\.crossing) == [3, 4, 5])
    }

    @Test("A reward for some is nobody else's")
    func forSome() async throws {
        let play = try await PointHome()
        _ = try await play.reward(.reached(at: 5, again: false), for: ["otto"])
        let paid = try await play.reward(.redeemed(cost: 5, approval: false), "Film", for: ["otto"])
        try await play.give(5)
        try await play.give(5, to: "otto")
        #expect(try await play.grants().isEmpty)
        #expect(try await play.grants(of: "otto").count == 1)
        #expect(try await play.standing().rewards.isEmpty)
        await #expect(
            throws: CareStoreError.invalid(field: "reward", "there is no such reward for Maria")
        ) { try await play.ask(for: paid) }
        #expect(try await play.store.rewards(onlyActive: true, for: "maria").rewards.isEmpty)
        #expect(try await play.store.rewards(onlyActive: true, for: "otto").rewards.count == 2)
    }

    // MARK: - What never costs points

    @Test(
        "What everybody needs is no reward, in five languages",
        arguments: [
            "A glass of water", "Extra sleep", "Ein Abendessen", "Kuscheln mit Mama", "Le goûter",
            "Parler avec papa", "Un verre d’eau", "De l'aide", "Una manta", "Yemek", "Sarılma", "İLAÇ",
            "İçmek", "A glass of juice", "Extra milk", "2 bananas", "Brot mit Käse", "Du pain", "Una manzana",
            "Bir bardak su", "Pizza",
        ])
    func needed(title: String) async throws {
        let play = try await PointHome()
        await #expect {
            _ = try await play.reward(.redeemed(cost: 5, approval: false), title)
        } throws: { error in
            guard case .invalid("content.title", let words)? = error as? CareStoreError else { return false }
            return words.contains("never for points")
        }
    }

    @Test(
        "An outing, or making something together, is a reward though food is in its name; and so is a treat",
        arguments: [
            "Pizza evening with friends", "Ice cream outing", "Ein Eis", "Baking bread with Grandma",
            "Strawberry picking", "An apple tree of your own", "2 + 1", "Two",
        ])
    func noFood(title: String) async throws {
        let play = try await PointHome()
        _ = try await play.reward(.redeemed(cost: 5, approval: false), title)
    }

    @Test("Nor is what a card of the home's boards asks for")
    func cards() async throws {
        let play = try await PointHome()
        func put(_ title: String) async throws {
            _ = try await play.store.setReward(
                UUID(),
                RewardChange(
                    content: RewardContent(title: title, way: .redeemed(cost: 5, approval: false)),
                    replaces: 0),
                cards: ["Go out", "Read to me"], receivedAt: play.home.clock)
        }
        await #expect(throws: CareStoreError.self) { try await put("read to me") }
        try await put("A new book to read")
    }

    @Test("Nor is what the home's people can ask for")
    func homesNeeds() async throws {
        let play = try await PointHome()
        _ = try await play.store.setNeed("garden", NeedChange(label: "The garden"), at: play.home.clock)
        await #expect(throws: CareStoreError.self) {
            _ = try await play.reward(.redeemed(cost: 5, approval: false), "the Garden")
        }
        _ = try await play.reward(.redeemed(cost: 5, approval: false), "A garden party")
    }

    @Test("A reward that has become what somebody can ask for is taken away as it is, and does not come back")
    func takenAway() async throws {
        let play = try await PointHome()
        let id = UUID()
        _ = try await play.reward(.redeemed(cost: 5, approval: false), "The garden", id: id)
        _ = try await play.store.setNeed("garden", NeedChange(label: "The garden"), at: play.home.clock)
        let gone = try await play.reward(
            .redeemed(cost: 5, approval: false), "The garden", id: id, replaces: 1, isActive: false)
        #expect(!gone.isActive)
        await #expect(throws: CareStoreError.self) {
            _ = try await play.reward(.redeemed(cost: 5, approval: false), "The garden", id: id, replaces: 2)
        }
    }

    @Test(
        "An everyday word that is a need in another language is none here",
        arguments: [
            "Maman lit une histoire", "Ver su película", "A trip to Bad Homburg",
        ])
    func otherLanguages(title: String) async throws {
        let play = try await PointHome()
        _ = try await play.reward(.redeemed(cost: 5, approval: false), title)
    }

    @Test("A reward is changed by whoever has read how it is; the same again changes nothing")
    func changes() async throws {
        let play = try await PointHome()
        let id = UUID()
        let made = try await play.reward(.redeemed(cost: 5, approval: false), id: id)
        #expect(made.sequence == 1)
        #expect(try await play.reward(.redeemed(cost: 5, approval: false), id: id) == made)
        await #expect(throws: CareStoreError.rewardChanged(current: made)) {
            _ = try await play.reward(.redeemed(cost: 6, approval: false), id: id)
        }
        let changed = try await play.reward(.redeemed(cost: 6, approval: false), id: id, replaces: 1)
        #expect(changed.sequence == 2)
        await #expect(throws: CareStoreError.self) {
            _ = try await play.reward(.redeemed(cost: 6, approval: false), id: UUID(), replaces: 1)
        }
        await #expect(throws: CareStoreError.self) {
            _ = try await play.reward(.redeemed(cost: 6, approval: false), for: ["zoe"])
        }
        _ = try await play.reward(
            .redeemed(cost: 6, approval: false), id: id, replaces: 2, isActive: false)
        #expect(try await play.store.rewards(onlyActive: true).rewards.isEmpty)
        #expect(try await play.store.rewards(onlyActive: false).rewards.count == 1)
    }

    // MARK: - What the journal tells

    @Test(
        "Whoever comes back hears of each reward once: the journal after a cursor has it, with how they stand"
    )
    func journal() async throws {
        let play = try await PointHome(restarts: true)
        _ = try await play.reward(.reached(at: 10, again: false), "Zoo")
        let paid = try await play.reward(.redeemed(cost: 5, approval: true), "Film")
        let cursor = try await play.store.latestSequence()
        let chore = try await play.chore()
        try await play.home.enter(.done, chore, today)
        let asked = try await play.ask(for: paid)
        let granted = try await play.answer(asked, .granted)
        let events = try await play.store.events(after: cursor, limit: .max)
        let grants = events.compactMap(\.grant)
        #expect(
            grants.map { "\($0.title) \($0.state.rawValue)" } == [
                "Zoo granted", "Film waiting", "Film granted",
            ])
        #expect(grants.last == granted)
        #expect(events.filter { $0.grant != nil }.map(\.sequence) == grants.map(\.sequence))
        #expect(events.compactMap(\.points).map(\.total) == [10, 5])
        // Whoever shows the rewards reads them: the journal keeps them out.
        #expect(events.compactMap(\.points).flatMap(\.rewards).isEmpty)
        for event in events where event.points != nil || event.grant != nil {
            #expect(event.isTold(toKioskOf: "maria", device: nil) && event.isTold(toCaregiver: "ben"))
            #expect(!event.isTold(toKioskOf: "otto", device: nil))
        }
        try await play.give(5, to: "anna")
        let last = try #require(
            try await play.store.events(after: cursor, limit: .max).last { $0.points != nil })
        #expect(last.isTold(toCaregiver: "anna") && !last.isTold(toCaregiver: "ben"))
        #expect(!last.isTold(toCaregiver: nil))
    }

    @Test("The lines are given page by page, and each reader gets whose points they may see")
    func pages() async throws {
        let play = try await PointHome()
        for points in 1...5 { try await play.give(points) }
        let first = try await play.store.points(of: "maria", seenBy: .only("maria"), limit: 2)
        #expect(first.lines.map(\.points) == [5, 4] && first.standing.total == 15)
        let second = try await play.store.points(
            of: "maria", seenBy: .only("maria"), before: first.next, limit: 3)
        #expect(second.lines.map(\.points) == [3, 2, 1] && second.next == nil)
        func names(_ reader: PointReader) async throws -> [String] {
            try await play.store.pointStandings(seenBy: reader).people.map(\.name)
        }
        #expect(try await names(.all) == ["Anna", "Ben", "Cleo", "Maria", "Otto"])
        #expect(try await names(.clients(besides: "ben")) == ["Ben", "Maria", "Otto"])
        #expect(try await names(.clients(besides: nil)) == ["Maria", "Otto"])
        #expect(try await names(.only("otto")) == ["Otto"])
        await #expect(throws: CareStoreError.notFound("person maria")) {
            _ = try await play.store.points(of: "maria", seenBy: .only("otto"))
        }
    }

    @Test(
        "What was done before there were points has no lines; the rest of a chore that was half done brings the rest"
    )
    func migration() async throws {
        let play = try await PointHome()
        let chore = try await play.chore { $0.count = 3 }
        try await play.home.enter(.done, chore, today) { $0.parts = 1 }
        // The same home as the version before would have left it.
        let old = try await TestHome.before(
            StoreFormat.points,
            holding: ["person", "journal", "routine", "occurrence", "entry", "completion"], of: play.home.home
        )
        let store = try old.store()
        #expect(try await store.points(of: "maria", seenBy: .all).lines.isEmpty)
        let rest = OccurrenceEntry(
            id: UUID(), routine: chore.id, key: try play.home.key(today), kind: .done, at: play.home.clock)
        _ = try await store.mark(rest, actor: .station, receivedAt: play.home.clock)
        let lines = try await store.points(of: "maria", seenBy: .all).lines
        #expect(lines.map(\.points) == [7] && lines.map(\.entry) == [rest.id])
    }

    @Test("No line and no answer is ever changed or deleted")
    func guards() async throws {
        let play = try await PointHome()
        try await play.give(20)
        let reward = try await play.reward(.redeemed(cost: 5, approval: true))
        _ = try await play.answer(try await play.ask(for: reward), .granted)
        for sql in [
            "UPDATE point_line SET points = 1", "DELETE FROM point_line",
            "UPDATE grant_answer SET content = '{}'", "DELETE FROM grant_answer",
        ] {
            await #expect(throws: CareStoreError.self) {
                try await play.home.store.write { db in try db.execute(sql: sql) }
            }
        }
        #expect(try await play.lines() == ["given 20", "redeemed -5"])
    }

    @Test("A line or a reward that cannot be read hides no other")
    func unreadable() async throws {
        let play = try await PointHome()
        try await play.give(5)
        _ = try await play.reward(.redeemed(cost: 5, approval: false), "Film")
        let spoilt = try await play.reward(.redeemed(cost: 5, approval: false), "Zoo")
        try await play.home.store.write { db in
            for sql in [
                """
                INSERT INTO point_line (id, person, kind, points, what, at)
                    VALUES ('\(UUID().uuidString)', 'maria', '?', 1, '', 0)
                """, "UPDATE reward SET content = '{' WHERE id = '\(spoilt.id.uuidString)'",
            ] { try db.execute(sql: sql) }
        }
        #expect(try await play.lines() == ["given 5"])
        #expect(try await play.standing().rewards.map(\.reward.content.title) == ["Film"])
        #expect(try await play.store.unreadableRows().map(\.kind) == [.pointLine, .reward])
    }
}
