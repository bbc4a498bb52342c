import Care
import Encouragement
import HomeFiles
import Scanning
import Speech

/// The choices in the list of encouragement, and after one was heard.
enum EncouragementChoice: Sendable {
    case hear(EncouragementWish)
    /// The list of categories.
    case categories
    /// The same as before, once more.
    case another
    /// What was heard becomes a favourite, or is none any more.
    case keep(Bool)

    /// Whether choosing it opens more choices.
    var leadsOn: Bool {
        switch self {
        case .hear, .categories, .another: true
        case .keep: false
        }
    }
}

extension LevelMaker {
    static let encouragementID = "encouragement"
    static let categoriesID = "encouragement categories"
    static let heardID = "encouragement heard"

    /// What can be heard.
    var encouragementList: KioskLevel {
        let kinds = Set(encouragement.items.map(\.kind))
        var items: [(id: String, choice: EncouragementChoice, cue: PhraseKey)] = []
        if kinds.contains(.quotes) {
            items.append(("quote", .hear(EncouragementWish(kind: .quotes)), .choiceQuote))
        }
        if kinds.contains(.tips) {
            items.append(("tip", .hear(EncouragementWish(kind: .tips)), .choiceTip))
        }
        items.append(("categories", .categories, .choiceCategories))
        if hasFavouriteEncouragement {
            items.append(("favourites", .hear(EncouragementWish(isFavourite: true)), .choiceFavourites))
        }
        return encouragements(
            Self.encouragementID, items.map { ($0.id, $0.choice, phrases[$0.cue]) }, isLive: true)
    }

    /// What it can be about.
    var encouragementCategories: KioskLevel {
        encouragements(
            Self.categoriesID,
            encouragement.categories.map {
                ("category \($0)", .hear(EncouragementWish(category: $0)), name(ofCategory: $0))
            }, isLive: true)
    }

    /// What can be done after one was heard.
    func heard(isFavourite: Bool) -> KioskLevel {
        var level = encouragements(
            Self.heardID,
            [
                ("another", .another, phrases[.choiceAnotherOne]),
                (
                    "favourite", .keep(!isFavourite),
                    phrases[isFavourite ? .choiceNoFavourite : .choiceKeepFavourite]
                ),
            ])
        level.scan.isQuestion = true
        return level
    }

    /// What a category is called: those that ship have a phrase, and a home's own are their own names.
    private func name(ofCategory category: String) -> String {
        EncouragementTopic(rawValue: category).map { phrases[$0.phrase] } ?? category
    }

    private func encouragements(
        _ id: String, _ items: [(id: String, choice: EncouragementChoice, cue: String)],
        isLive: Bool = false
    ) -> KioskLevel {
        var level = KioskLevel(
            scan: ScanLevel(id: id, choices: items.map(\.id), back: parameters.backItem), contents: [:],
            cues: [ScanLevel.backID: [.text(phrases[.goBack])]], isLive: isLive)
        for item in items {
            level.contents[item.id] = .encouragement(item.choice)
            level.cues[item.id] = [.text(item.cue)]
        }
        return paged(level)
    }
}

extension EncouragementTopic {
    /// What a kiosk calls it.
    fileprivate var phrase: PhraseKey {
        switch self {
        case .body: .categoryBody
        case .courage: .categoryCourage
        case .faith: .categoryFaith
        case .food: .categoryFood
        case .health: .categoryHealth
        case .humour: .categoryHumour
        case .joy: .categoryJoy
        case .mind: .categoryMind
        case .movement: .categoryMovement
        case .people: .categoryPeople
        case .rest: .categoryRest
        case .safety: .categorySafety
        case .sleep: .categorySleep
        }
    }
}
