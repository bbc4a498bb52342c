import Care
import CareStore
import Encouragement
import Foundation
import Hummingbird
import Recurrence

/// What encourages clients. It is nobody's but theirs: caregivers see what there is in the files, and not what somebody likes of it.
enum APIEncouragement {
    static let places = [
        APIPlace(
            "encouragement", APIMethod(.get, for: .clients, of: .clients, page),
            APIMethod(.post, for: .clients, of: .clients, next),
            APIMethod(.put, for: .clients, of: .clients, merge)),
        APIPlace("encouragement/media", APIMethod(.get, for: .clients, of: .clients, medium)),
        APIPlace("encouragement/daily", APIMethod(.post, for: .clients, of: .clients, daily)),
        APIPlace("encouragement/favourites", APIMethod(.put, for: .clients, of: .clients, setFavourite)),
    ]

    private static func page(_ call: APICall, _ caller: Caller) async throws -> Response {
        let client = try own(try call.query.text("client"), call, caller)
        let (shelf, settings) = try await means(of: client, call)
        let deck = try await call.core.read { store throws(CareStoreError) in
            try await store.encouragement(of: client)
        }
        let day = call.core.home.rules.local(of: call.core.clock.wall()).day
        let ofDay = EncouragementKind.allCases.compactMap { kind -> String? in
            if let key = deck.came(on: day).first(where: { shelf[$0]?.kind == kind }) { return key }
            let choice = EncouragementDeck.Choice(off: settings.categoriesOff, kind: kind)
            return deck.ofDay(day.number, shelf.items, choice)?.key
        }
        return try APICall.response(
            .ok,
            EncouragementPage(
                client: client, language: shelf.language, items: shelf.items.map { item($0, deck) },
                today: ofDay, daily: settings.daily, isFirstPage: settings.isFirstPage))
    }

    /// The recording or the video of a sentence or tip that the client has; no other file.
    private static func medium(_ call: APICall, _ caller: Caller) async throws -> Response {
        let client = try own(try call.query.text("client"), call, caller)
        let key = try call.query.required("key")
        let word = try call.query.word("kind", of: MediumFile.Kind.allCases.map(\.rawValue))
        guard let kind = word.flatMap(MediumFile.Kind.init(rawValue:)) else {
            throw CareProblem(.badRequest, "it is missing in the query", field: "kind")
        }
        let (shelf, _) = try await means(of: client, call)
        let path =
            switch kind {
            case .sound: shelf[key]?.recording
            case .video: shelf[key]?.video
            }
        return try await MediumFile.response(path, as: kind, range: call.request.headers[.range])
    }

    /// Another one, which counts as heard.
    private static func next(_ call: APICall, _ caller: Caller) async throws -> Response {
        let client = try own(try call.query.text("client"), call, caller)
        let wish = try await call.plan(EncouragementWish.self)
        try APIRules.check { () throws(FieldProblem) in try wish.check() }
        let (shelf, settings) = try await means(of: client, call)
        let choice = EncouragementDeck.Choice(
            off: settings.categoriesOff, kind: wish.kind, category: wish.category,
            isFavourite: wish.isFavourite)
        let chance = UInt64.random(in: .min ... .max)
        let (found, deck) = try await change(of: client, call, caller) { deck in
            deck.next(of: shelf.items, choice, chance: chance)
        }
        guard let found else {
            throw CareProblem(.notFound, "there is nothing of this kind to encourage anybody", field: "kind")
        }
        return try APICall.response(.ok, item(found, deck))
    }

    /// What a kiosk knows, together with what pages and other kiosks have told.
    private static func merge(_ call: APICall, _ caller: Caller) async throws -> Response {
        let known = try await call.report(ClientEncouragement.self, limit: deckLimit)
        try APIRules.check { () throws(FieldProblem) in try known.deck.check() }
        let client = try own(known.client, call, caller)
        let today = call.core.home.rules.local(of: call.core.clock.wall()).day
        let (_, deck) = try await change(of: client, call, caller) { deck in
            var theirs = known.deck
            theirs.correct(today: today)
            var merged = deck
            merged.merge(theirs)
            merged.correct(today: today)
            // A deck beyond all bounds is not kept: neither of both would be lost by that.
            if (try? merged.check()) != nil { deck = merged }
        }
        return try APICall.response(.ok, ClientEncouragement(client: client, deck: deck))
    }

    private static func setFavourite(_ call: APICall, _ caller: Caller) async throws -> Response {
        let client = try own(try call.query.text("client"), call, caller)
        let wish = try await call.plan(EncouragementFavourite.self)
        let (shelf, _) = try await means(of: client, call)
        guard let found = shelf[wish.id] else {
            throw CareProblem(.notFound, "there is no sentence or tip with this id any more", field: "id")
        }
        let (_, deck) = try await change(of: client, call, caller) { deck in
            deck.setFavourite(found.key, wish.isFavourite)
        }
        return try APICall.response(.ok, item(found, deck))
    }

    /// The sentence of the day for a phone, once its time has come and it is not quiet: the one that the kiosk has said, or will say.
    private static func daily(_ call: APICall, _ caller: Caller) async throws -> Response {
        let client = try own(try call.query.text("client"), call, caller)
        let (shelf, settings) = try await means(of: client, call)
        let quiet = try await call.core.read { store throws(CareStoreError) in
            try await store.quietHours(of: client)
        }
        let rules = call.core.home.rules
        let now = call.core.clock.wall()
        let local = rules.local(of: now)
        var answer = EncouragementOfDay(day: local.day, askAgain: longestWait)
        guard let minutes = settings.daily, EncouragementDeck.isSet(local.day) else {
            return try APICall.response(.ok, answer)
        }
        if local.secondOfDay < minutes * 60 {
            answer.askAgain = min(longestWait, minutes * 60 - local.secondOfDay)
        } else if let end = quiet?.end(at: now, zone: rules) {
            answer.askAgain = Int(min(Double(longestWait), max(1, end.timeIntervalSince(now).rounded(.up))))
        } else {
            let choice = EncouragementDeck.Choice(off: settings.categoriesOff, kind: settings.dailyKind)
            let known = try await call.core.read { store throws(CareStoreError) in
                try await store.encouragement(of: client)
            }
            // Each page of each phone asks for it, and the first of a day alone has something to write.
            let key = known.comesOfItself(on: local.day, among: known.keys(shelf.items, choice))
            if let key, !known.hasShown(key, on: local.day) {
                let (found, deck) = try await change(of: client, call, caller) { deck -> Encouragement? in
                    let keys = deck.keys(shelf.items, choice)
                    guard let key = deck.comesOfItself(on: local.day, among: keys) else { return nil }
                    deck.shows(key, on: local.day, among: keys)
                    return shelf[key]
                }
                answer.item = found.map { item($0, deck) }
            } else {
                answer.item = key.flatMap { shelf[$0] }.map { item($0, known) }
            }
        }
        return try APICall.response(.ok, answer)
    }

    // MARK: - Parts

    /// In bytes: of everything that a home can write, and some more.
    private static let deckLimit = 2 << 20
    /// Seconds; within this time a phone learns of changed settings.
    private static let longestWait = 3600

    /// Changes what the client has heard and likes, and tells their other kiosks and phones.
    private static func change<Value: Sendable>(
        of client: String, _ call: APICall, _ caller: Caller,
        _ body: @escaping @Sendable (inout EncouragementDeck) -> Value
    ) async throws -> (Value, EncouragementDeck) {
        let now = call.core.clock.wall()
        let (value, deck, isChanged) = try await call.core.write { store throws(CareStoreError) in
            try await store.changeEncouragement(of: client, at: now, body)
        }
        if isChanged {
            call.core.hub.encouragementChanged(of: client, toldBy: caller.device)
        }
        return (value, deck)
    }

    private static func item(_ item: Encouragement, _ deck: EncouragementDeck) -> EncouragementPage.Item {
        EncouragementPage.Item(
            id: item.key, kind: item.kind, text: item.text, author: item.author, source: item.source,
            categories: item.categories, isFavourite: deck.isFavourite(item.key),
            hasSound: item.recording != nil, hasVideo: item.video != nil)
    }

    private static func means(
        of client: String, _ call: APICall
    ) async throws -> (EncouragementShelf, EncouragementSettings) {
        try await call.files().run { files throws(CareProblem) in
            files.encouragement?(client) ?? (EncouragementShelf(language: "en"), EncouragementSettings())
        }
    }

    /// The client who asks; throws where they ask for another.
    private static func own(
        _ asked: String?, _ call: APICall, _ caller: Caller
    ) throws(CareProblem) -> String {
        guard let own = caller.askingClient(in: call.core.configuration), asked == nil || asked == own else {
            throw CareProblem(
                .notFound, "nobody in this home has the id \(asked ?? "")", field: "client")
        }
        return own
    }
}
