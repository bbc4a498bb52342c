import Boards
import Care
import Chance
import Foundation
import HomeFiles
import Kiosk
import Scanning
import Speech
import Station

extension Week {
    private enum Mishap: CaseIterable {
        case unplugged, keypadUnplugged, outage, boardChanged, boardRefused, storeFailed, soundLost, battery,
            settings
        case serviceFault
    }

    /// Something goes wrong, or is changed, and most of it is over after a minute.
    mutating func mishap() {
        switch Mishap.allCases[Int(chance.unit() * Double(Mishap.allCases.count))] {
        case .unplugged:
            tell(kiosk: .switchLost(id: 1, name: "Big Red"))
            agenda.add(.kiosk(.switchArrived(id: 1, name: "Big Red")), at: after(60_000))
        case .keypadUnplugged:
            tell(station: .keypadLost(id: 1, name: "Keypad"))
            agenda.add(.station(.keypadArrived(name: "Keypad")), at: after(60_000))
        case .outage:
            guard !service.isAway else { return }
            tally.outages += 1
            service.isAway = true
            tell(kiosk: .care(.serviceLost("no answer")))
            tell(station: .care(.serviceLost("no answer")))
            agenda.add(.serviceReturns, at: after(600_000))
        case .boardChanged:
            tally.boards += 1
            tell(kiosk: .boardsChanged(boards[tally.boards % boards.count]))
            tell(kiosk: .phrasesChanged(phrases))
            tell(station: .phrasesChanged(phrases))
        case .boardRefused:
            tell(kiosk: .filesRefused("boards/home.yaml:\(tally.events): a mistake"))
            agenda.add(.kiosk(.boardsChanged(boards[tally.boards % boards.count])), at: after(60_000))
        case .storeFailed:
            tell(kiosk: .care(.storeFailed("the disk is full")))
            agenda.add(.kiosk(.care(.storeRestored)), at: after(60_000))
        case .soundLost:
            tell(kiosk: .voice(.outputLost(.cue, detail: "unplugged")))
            agenda.add(.kiosk(.voice(.outputRestored(.cue))), at: after(60_000))
        case .battery:
            let percent = Int(chance.unit() * 100)
            tell(
                kiosk: .switchBattery(
                    id: 1, name: "Big Red", BatteryReading(percent: percent, level: nil, isCharging: false)))
        case .settings:
            var scanning = settings.scanning
            scanning.scanTime = .milliseconds(1000 + Int(chance.unit() * 1000))
            tell(kiosk: .scanningChanged(scanning, settings.tuning))
        case .serviceFault:
            // Each has an id of its own, and stays open or is closed by a later one.
            journal(
                .fault(
                    Fault(
                        id: id(), source: "service", kind: .requestNotStored, isActive: chance.unit() < 0.5,
                        clientName: "Maria", detail: "Some water, please.", at: wall)))
        }
    }
}
