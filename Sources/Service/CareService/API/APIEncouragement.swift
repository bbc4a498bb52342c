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
            if let daily = deck.daily, daily.day == day, shelf[daily.key]?.kind == kind { return daily.key }
            let choice = EncouragementDeck.Choice(off: settings.categoriesOff, kind: kind)
            return deck.ofDay(day.number, shelf.items, choice)?.key
        }
        return try APICall.response(
            .ok,
            EncouragementPage(
                client: client, language: shelf.language, items: shelf.items.map { item($0, deck) },
                today: ofDay, isFirstPage: settings.isFirstPage))
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
        let (chance, now) = (UInt64.random(in: .min ... .max), call.core.clock.wall())
        let (found, deck) = try await call.core.write { store throws(CareStoreError) in
            try await store.changeEncouragement(of: client, at: now) { deck in
                deck.next(of: shelf.items, choice, chance: chance)
            }
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
        let now = call.core.clock.wall()
        let today = call.core.home.rules.local(of: now).day
        let (_, deck) = try await call.core.write { store throws(CareStoreError) in
            try await store.changeEncouragement(of: client, at: now) { deck in
                var theirs = known.deck
                theirs.correct(today: today)
                var merged = deck
                merged.merge(theirs)
                merged.correct(today: today)
                // A deck beyond all bounds is not kept: neither of both would be lost by that.
                if (try? merged.check()) != nil { deck = merged }
            }
        }
        return try APICall.response(.ok, ClientEncouragement(client: client, deck: deck))
    }

    private static func setFavourite(_ call: APICall, _ caller: Caller) async throws -> Response {
        let client = try own(try call.query.text("client"), call, caller)
        let change = try await call.plan(EncouragementFavourite.self)
        let (shelf, _) = try await means(of: client, call)
        guard let found = shelf[change.id] else {
            throw CareProblem(.notFound, "there is no sentence or tip with this id any more", field: "id")
        }
        let now = call.core.clock.wall()
        let (_, deck) = try await call.core.write { store throws(CareStoreError) in
            try await store.changeEncouragement(of: client, at: now) { deck in
                deck.setFavourite(found.key, change.isFavourite)
            }
        }
        return try APICall.response(.ok, item(found, deck))
    }

    // MARK: - Parts

    /// In bytes: of everything that a home can write, and some more.
    private static let deckLimit = 2 << 20

    private static func item(_ item: Encouragement, _ deck: EncouragementDeck) -> EncouragementPage.Item {
        EncouragementPage.Item(
            id: item.key, kind: item.kind, text: item.text, author: item.author, source: item.source,
            categories: item.categories, isFavourite: deck.isFavourite(item.key))
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
