import Boards
import Care
import FoundationEssentials
import HomeFiles
import Kiosk
import Scanning
import Speech
import Time

/// What the person hears, and how they understand it.
struct Ears {
    /// The position of the scan, as its words tell a person who knows the board.
    struct Place: Hashable {
        var level: String
        var item: String
        var isBack: Bool
        /// Only read, before it is scanned.
        var isPreview: Bool
    }

    /// The cue that is spoken or about to be.
    var cue: (id: UtteranceID, place: Place)?
    /// The last that was heard.
    var place: Place?
    /// Those that were heard, the newest last.
    var places: [Place] = []
    /// When its cue ended.
    var cueEndedAt: Instant?
    /// Whether the person has decided for its word before the end.
    var isDecided = false
    /// Whether "Press to undo" was the last announcement.
    var heardTakeBack = false
    /// The sound that opens a window.
    var windowSound: UtteranceID?
    /// Whether what was asked last was not wanted.
    var wantsItBack = false
    /// The levels that are open.
    var levels: [String] = []
}

extension Simulator {
    // MARK: - Words

    mutating func listen(to command: VoiceCommand, isRequest: Bool) {
        guard case .speak(let utterance) = command else { return }
        switch utterance.kind {
        case .cue:
            guard let present = session.present else { return }
            let place = Ears.Place(
                level: present.level, item: present.item.id, isBack: present.item.kind == .back,
                isPreview: present.isPreview)
            ears.cue = (utterance.id, place)
        case .say:
            if !isRequest { said(utterance.caption) }
        case .announcement:
            ears.heardTakeBack = utterance.caption == takeBackWords
        case .earcon:
            if utterance.precedence == .announcement { ears.windowSound = utterance.id }
        case .alert, .fault: break
        }
    }

    mutating func hear(_ event: VoiceEvent) {
        switch event {
        case .started(let id, _):
            if let cue = ears.cue, cue.id == id { cueBegan(cue.place) }
            if ears.windowSound == id {
                ears.windowSound = nil
                if ears.heardTakeBack, ears.wantsItBack { plan(.tap(.select)) }
            }
        case .finished(let id, _):
            if let cue = ears.cue, cue.id == id {
                ears.cue = nil
                ears.cueEndedAt = now
                if !ears.isDecided { decide(at: cue.place) }
            }
            watch()
        case .cut(let id, _):
            if ears.cue?.id == id { ears.cue = nil }
        case .outputLost, .outputRestored, .outputTearing, .outputWhole: break
        }
    }

    private mutating func cueBegan(_ place: Ears.Place) {
        ears.place = place
        ears.places = ears.places.suffix(5) + [place]
        ears.cueEndedAt = nil
        note("hears \(place.item) in \(place.level)")
        person.watchAt = nil
        if person.isTrying, settings.scanning.mode != .direct { person.outcome.steps += 1 }
        decideEarly(at: place)
    }

    /// Tracks which levels open.
    mutating func followLevels() {
        if session.isResting {
            ears.levels.removeAll(keepingCapacity: true)
            ears.cueEndedAt = nil
        } else if let level = session.present?.level, level != ears.levels.last {
            ears.cueEndedAt = nil
            if let index = ears.levels.firstIndex(of: level) {
                ears.levels.removeSubrange((index + 1)...)
            } else {
                ears.levels.append(level)
                if ears.levels.count > 1 {
                    tally.selections += 1
                    if person.isTrying, person.want?.leads(through: level) == false {
                        person.outcome.wrongTurns += 1
                    }
                }
            }
        }
    }

    // MARK: - Results

    mutating func asked(_ new: NewRequest) {
        service.open[new.id] = new
        note("asks \(new.need)")
        tally.selections += 1
        ears.heardTakeBack = false
        ears.wantsItBack = true
        guard person.isTrying else {
            tally.falseRequests += 1
            person.falseRequests.insert(new.id)
            return
        }
        if new.need == person.want?.item.id {
            ears.wantsItBack = false
            succeed(with: new.id)
        } else {
            note("which is wrong")
            person.outcome.wrong += 1
            person.wrongRequests.insert(new.id)
            stopShort()
        }
    }

    mutating func tookBack(_ id: UUID) {
        let need = service.open.removeValue(forKey: id)?.need ?? ""
        note("takes back \(need)")
        if person.rightRequest == id {
            // The right request is gone: the person tries again.
            person.rightRequest = nil
            person.isSatisfied = false
            person.outcome.seconds = nil
            watch()
        } else if person.wrongRequests.remove(id) != nil {
            person.outcome.undone += 1
        } else if person.falseRequests.remove(id) != nil {
            tally.falseRequestsUndone += 1
        }
    }

    /// A saying, which cannot be undone.
    private mutating func said(_ words: String) {
        note("says \(words)")
        tally.selections += 1
        guard person.isTrying, let want = person.want else {
            tally.falseSayings += 1
            return
        }
        if want.item.action == .speak, want.item.say == words {
            succeed(with: nil)
        } else {
            person.outcome.wrong += 1
            stopShort()
        }
    }

    private mutating func succeed(with id: UUID?) {
        person.isSatisfied = true
        person.rightRequest = id
        person.latestNeedAt = now.advanced(by: rhythm.longestPause)
        let started = person.startedAt ?? now
        if hands.isHolding { stopShort() }
        person.outcome.seconds = Double(started.duration(to: now).nanoseconds) / 1e9
    }
}
