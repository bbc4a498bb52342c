import Boards
import Care
import HomeFiles
import Scanning
import Time

/// The session that asks who it is.
extension SharedKiosk {
    /// The board of the door: an item for each client, with their place as its id.
    static func doors(_ members: ArraySlice<KioskSession>) -> BoardSet {
        let items = members.enumerated().map { index, session in
            let name = session.clientName
            return BoardItem(id: "\(index)", label: name, cue: name, say: name, called: name, action: .speak)
        }
        let language = members[0].phrases.language
        let board = Board(id: "who", name: members[0].phrases[.whoIsIt], language: language, items: items)
        return BoardSet(start: "who", boards: ["who": board])
    }

    /// How the names are scanned: as the first client is asked. Help is called by as few presses, or by a hold, as anybody of them
    /// needs: nobody knows yet who it is.
    ///
    /// - Parameter ways: How each client is asked, at least one.
    static func door(of ways: [ScanParameters]) -> ScanParameters {
        var way = ways[0]
        // Whoever presses there is not known yet, and so neither is how they press.
        way.pressEvidence = .off
        // Quick presses are how one moves on there.
        if way.mode != .stepDwell { way.helpPresses = ways.compactMap(\.helpPresses).min() }
        let held = ways.filter { $0.longPressAction == .help && $0.mode != .inverse }
            .compactMap(\.longPressTime).min()
        if let held, way.mode != .inverse, way.moveRepeat == nil, held > way.acceptanceTime {
            (way.longPressTime, way.longPressAction) = (held, .help)
        }
        return way
    }

    /// The door has the names of all, and else what the first client has.
    mutating func tellDoor(_ event: KioskEvent, of index: Int, _ moment: inout Moment) {
        switch event {
        case .namesChanged: send(.boardsChanged(Self.doors(members)), to: door, &moment)
        case .phrasesChanged where index == 0, .displayChanged where index == 0:
            send(event, to: door, &moment)
        case .scanningChanged(let scanning, let tuning):
            ways[index] = scanning
            var tuning = index == 0 ? tuning : sessions[0].settings.tuning
            tuning.keep = false
            send(.scanningChanged(Self.door(of: ways), tuning), to: door, &moment)
        default: break
        }
    }
}
