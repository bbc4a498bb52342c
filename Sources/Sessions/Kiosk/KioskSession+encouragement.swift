public import Care
import Encouragement
import FoundationEssentials
import HomeFiles
import Recurrence
import Scanning
import Speech
import Time

/// Encouragement: asked for from a list, or said of itself once a day.
extension KioskSession {
    var encouragement: KioskEncouragement {
        get { floor.encouragement }
        _modify { yield &floor.encouragement }
    }

    /// Loads what the client has heard in an earlier run; call before the first event.
    public mutating func recall(_ kept: ClientEncouragement) {
        encouragement.recall(kept, of: settings.client.id)
        levels.maker.hasFavouriteEncouragement = encouragement.hasFavourites
    }

    mutating func takeOver(_ means: EncouragementMeans) {
        encouragement.means = means
        agenda.goals.zoneChanged()
        updates.contentsChanged()
    }

    // MARK: - Choices

    mutating func openEncouragement(at now: Instant, _ effects: inout Effects) {
        levels.maker.encouragement = encouragement.shelf
        levels.maker.hasFavouriteEncouragement = encouragement.hasFavourites
        if encouragement.shelf.items.isEmpty {
            reply(.noEncouragement, at: now, &effects)
        } else {
            finishChoice(.open(levels.maker.encouragementList), at: now, &effects)
        }
    }

    mutating func act(on choice: EncouragementChoice, at now: Instant, _ effects: inout Effects) {
        switch choice {
        case .categories:
            finishChoice(.open(levels.maker.encouragementCategories), at: now, &effects)
        case .hear(let wish): hear(wish, isAnother: false, at: now, &effects)
        case .another:
            guard let wish = encouragement.present?.wish else {
                reply(.noLongerOnBoard, at: now, &effects)
                return
            }
            hear(wish, isAnother: true, at: now, &effects)
        case .keep(let isFavourite):
            encouragement.keep(isFavourite)
            updates.contentsChanged()
            let words = announcement(.text(phrases[isFavourite ? .favouriteKept : .favouriteGone]))
            runChoice(
                Script(
                    steps: [.say(words)], ending: .reopen(levels.maker.heard(isFavourite: isFavourite))),
                at: now, &effects)
        }
    }

    private mutating func hear(
        _ wish: EncouragementWish, isAnother: Bool, at now: Instant, _ effects: inout Effects
    ) {
        guard let item = encouragement.next(wish, chance: generator.next()) else {
            // The files have changed, or everything is off.
            reply(.nothingToHear, at: now, &effects)
            return
        }
        let level = levels.maker.heard(isFavourite: encouragement.isFavourite(item))
        var script = Script(
            steps: [.say(words(of: item))], ending: isAnother ? .reopen(level) : .open(level))
        script.saying = saying(item)
        script.endsByPress = true
        runChoice(script, at: now, &effects)
    }

    private func words(of item: Encouragement) -> Script.Words {
        var words = announcement(
            item.recording.map { .recording(path: $0, text: item.text) } ?? .text(item.text))
        words.language = encouragement.shelf.language
        return words
    }

    // MARK: - Every day

    /// Says the sentence of the day, as soon as its time has come and the moment is calm; not into a session, nor beside how it was.
    mutating func tellDaily(at now: Instant, _ effects: inout Effects) {
        encouragement.plan(at: now, time: planTime)
        guard encouragement.means.settings.daily != nil, journal.tellsHere, !sharing.isDoor,
            activities.current == nil
        else {
            floor.dropDaily()
            return
        }
        guard agenda.quietEnd(at: planTime, zone: encouragement.means.zone) == nil,
            let day = encouragement.dueDay(at: planTime)
        else { return }
        let item = encouragement.nextDaily(on: day)
        // What waits may have been taken out of the files meanwhile, or its topic switched off, or it may have been heard.
        if let waiting = floor.waitingDaily, waiting != item { floor.dropDaily() }
        guard let item, !floor.hasDaily else { return }
        var script = Script(steps: [.saysDaily(item, day), .say(words(of: item))])
        script.saying = saying(item)
        script.isDaily = true
        announce(script, at: now, &effects)
    }

    /// Where it is quiet when its time comes, it is said when that ends.
    mutating func takeQuietEnd(at now: Instant) {
        guard encouragement.means.settings.daily != nil,
            let end = agenda.quietEnd(at: planTime, zone: encouragement.means.zone)
        else { return }
        agenda.quietWake = now.advanced(by: .seconds(max(0.001, end.timeIntervalSince(planTime))))
    }

    // MARK: - A press

    /// Whether the press ended what the client hears.
    mutating func takeForEncouragement(
        _ press: SwitchPress, at now: Instant, _ effects: inout Effects
    ) -> Bool {
        guard floor.running?.endsByPress == true, case .utterance(let id, let limit) = floor.waiting else {
            return false
        }
        presses.recorder.note(.other)
        // One so soon was still for the choice.
        let began = limit.advanced(by: .zero - Self.utteranceLimit)
        guard began.duration(to: press.began) >= scanning.latePressWindow else { return true }
        cut(id, &effects)
        floor.change { $0.steps = [] }
        step(at: now, &effects)
        return true
    }

    // MARK: - The screen

    private func saying(_ item: Encouragement) -> Screen.Saying {
        Screen.Saying(
            words: String(item.text.prefix(Cards.longestText)),
            by: item.author.map { String($0.prefix(Cards.longestText)) },
            video: item.video.map { _ in item.key })
    }

    /// What is said now, or the sentence of the day at rest where the client wants that.
    var sayingOnScreen: Screen.Saying? {
        if let saying = floor.running?.saying { return saying }
        guard encouragement.means.settings.isAtRest, isResting, sharing.turn == .uses,
            asking.ledger.isEmpty, activities.current == nil
        else { return nil }
        return encouragement.ofToday(at: planTime).map(saying)
    }
}
