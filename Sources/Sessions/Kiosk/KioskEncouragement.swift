import Care
public import Encouragement
import FoundationEssentials
public import Recurrence
import Time

/// What a kiosk encourages its client with.
public struct EncouragementMeans: Equatable, Sendable {
    public var shelf: EncouragementShelf
    public var settings: EncouragementSettings
    /// The home's, for what comes once a day.
    public var zone: ZoneRules

    public init(
        shelf: EncouragementShelf = EncouragementShelf(language: "en"),
        settings: EncouragementSettings = EncouragementSettings(), zone: ZoneRules = .utc
    ) {
        self.shelf = shelf
        self.settings = settings
        self.zone = zone
    }
}

/// What there is to encourage the client, what they have heard of it, and what comes of itself today.
///
/// | the sentence of the day | its time comes | it is said | the clock is set back | the client is at another kiosk |
/// |---|---|---|---|---|
/// | is not due | → waits for a calm moment | – | stays | stays |
/// | waits | – | → was said today, which is kept first | stays | is dropped where it is taken up there |
/// | waits, and may not come any more, or was heard | – | another one is | stays | is dropped |
/// | was said today | – | – | is not said again that day | – |
struct KioskEncouragement: Sendable {
    var means: EncouragementMeans { didSet { chosen = nil } }
    private(set) var deck = EncouragementDeck() { didSet { chosen = nil } }
    /// What the sentence of a day is, while neither of both has changed: each event asks for it, and a home may have many.
    private var chosen: (day: CalendarDay, item: Encouragement?)?
    /// What was heard last, and how it was chosen.
    var present: (item: Encouragement, wish: EncouragementWish)?
    /// When the sentence of the day is due, or is another one.
    private(set) var nextWake: Instant?
    private var kept: ClientEncouragement?

    /// The longest wait before checking again, because clocks are set. Seconds.
    private static let longestWait = 86_400.0
    /// Seconds; clock times are rounded, and waking a moment too early would cost one more wake.
    private static let shortestWait = 0.001

    init(_ means: EncouragementMeans = EncouragementMeans()) { self.means = means }

    var shelf: EncouragementShelf { means.shelf }

    func isFavourite(_ item: Encouragement) -> Bool { deck.isFavourite(item.key) }

    /// Whether any favourite is still there.
    var hasFavourites: Bool { shelf.items.contains { deck.isFavourite($0.key) } }

    // MARK: - Choosing

    private func choice(_ wish: EncouragementWish) -> EncouragementDeck.Choice {
        EncouragementDeck.Choice(
            off: means.settings.categoriesOff, kind: wish.kind, category: wish.category,
            isFavourite: wish.isFavourite)
    }

    mutating func next(_ wish: EncouragementWish, chance: UInt64) -> Encouragement? {
        guard let item = deck.next(of: shelf.items, choice(wish), chance: chance) else { return nil }
        present = (item, wish)
        return item
    }

    mutating func keep(_ isFavourite: Bool) {
        if let present { deck.setFavourite(present.item.key, isFavourite) }
    }

    // MARK: - Every day

    private var dailyWish: EncouragementWish { EncouragementWish(kind: means.settings.dailyKind) }

    /// The day for which something is to be said of itself now, if it is.
    func dueDay(at time: Date) -> CalendarDay? {
        guard let minutes = means.settings.daily else { return nil }
        let local = means.zone.local(of: time)
        let isDue = local.secondOfDay >= minutes * 60 && deck.daily.map { $0.day < local.day } ?? true
        return isDue ? local.day : nil
    }

    /// What that day has: the same at each kiosk of the client, and on their phone.
    mutating func nextDaily(on day: CalendarDay) -> Encouragement? {
        if let chosen, chosen.day == day { return chosen.item }
        let item = deck.comesOfItself(on: day, among: deck.keys(shelf.items, choice(dailyWish)))
            .flatMap { shelf[$0] }
        chosen = (day, item)
        return item
    }

    /// It is said now, and never again on that day.
    mutating func says(_ item: Encouragement, on day: CalendarDay) {
        if !deck.came(on: day).contains(item.key) {
            deck.hear(item.key, among: deck.keys(shelf.items, choice(dailyWish)))
        }
        deck.said(item.key, on: day)
        present = (item, dailyWish)
    }

    /// The sentence of the day: what was said of itself, or the same one all day.
    func ofToday(at time: Date) -> Encouragement? {
        let day = means.zone.local(of: time).day
        if let said = deck.came(on: day).compactMap({ shelf[$0] }).first { return said }
        let kind = means.settings.dailyKind ?? .quotes
        return deck.ofDay(day.number, shelf.items, choice(EncouragementWish(kind: kind)))
    }

    /// Plans when to look again.
    mutating func plan(at now: Instant, time: Date) {
        let local = means.zone.local(of: time)
        // The deck is changed only where it is another one by that.
        if deck.isAhead(of: local.day) { deck.correct(today: local.day) }
        var next: [Date] = []
        if let minutes = means.settings.daily {
            let today = WallTime(startOf: local.day).adding(seconds: Int64(minutes * 60))
            next.append(means.zone.instant(of: local < today ? today : today.adding(days: 1)))
        }
        if means.settings.isAtRest {
            next.append(means.zone.instant(of: WallTime(startOf: local.day.adding(days: 1))))
        }
        nextWake = next.min().map { moment in
            let wait = min(max(moment.timeIntervalSince(time), Self.shortestWait), Self.longestWait)
            return now.advanced(by: .seconds(wait))
        }
    }

    // MARK: - What is kept

    /// Takes over what an earlier run, another kiosk or a page knows; ignored if it is another client's, or damaged.
    mutating func take(_ known: ClientEncouragement, of client: String) {
        guard known.client == client, (try? known.deck.check()) != nil else { return }
        deck.merge(known.deck)
    }

    /// The same, and it need not be kept anew.
    mutating func recall(_ known: ClientEncouragement, of client: String) {
        take(known, of: client)
        kept = known
    }

    /// Nothing of it is known of somebody else.
    mutating func forgetClient() { (deck, present, kept) = (EncouragementDeck(), nil, nil) }

    /// What is to be stored, if that has changed.
    mutating func toKeep(of client: String) -> ClientEncouragement? {
        let now = ClientEncouragement(client: client, deck: deck)
        guard now != kept ?? ClientEncouragement(client: client) else { return nil }
        kept = now
        return now
    }
}
