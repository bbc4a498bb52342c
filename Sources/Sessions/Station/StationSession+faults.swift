import Care
import HomeFiles
import Scanning
import Speech

/// What is wrong with this station itself.
extension StationSession {
    mutating func begin(_ kind: FaultKind, detail: String, _ effects: inout Effects) {
        devices.begin(kind, detail: detail)
        report(kind, isActive: true, detail: detail, &effects)
    }

    mutating func end(_ kind: FaultKind, _ effects: inout Effects) {
        guard devices.end(kind) else { return }
        report(kind, isActive: false, detail: "", &effects)
    }

    /// Files were read: the mistakes of all of them are one fault.
    mutating func tellRead(_ files: StationDevices.Files, mistake: String?, _ effects: inout Effects) {
        let all = devices.read(files, mistake: mistake)
        guard !all.isEmpty else { return end(.boardRefused, &effects) }
        guard devices.detail(.boardRefused) != all else { return }
        effects.add(.log("\(FaultKind.boardRefused.rawValue): \(all)"))
        begin(.boardRefused, detail: all, &effects)
    }

    /// A keypad has said how full its battery is. Whoever is at this station hears of a low one once, and when it is over.
    mutating func battery(
        _ reading: BatteryReading, of keypad: Int, named name: String, _ effects: inout Effects
    ) {
        if !reading.isEmpty { devices.knowsBattery = true }
        switch devices.batteries.take(reading, of: keypad, named: name) {
        case .low(let names):
            if !devices.saidBatteryLow { reply(phrases[.keypadBatteryLow], earcon: .fault) }
            devices.saidBatteryLow = true
            guard devices.detail(.switchBatteryLow) != names else { return }
            begin(.switchBatteryLow, detail: names, &effects)
        case .good:
            if devices.saidBatteryLow { reply(phrases[.keypadBatteryGood]) }
            devices.saidBatteryLow = false
            end(.switchBatteryLow, &effects)
        case nil: break
        }
    }

    /// Reconciles the service's faults of this station with its state: those of an earlier run end, or are taken over if they may go
    /// on, and unreported ones are reported. The service keeps stations apart: ending another station's fault has no effect.
    mutating func reconcileOwn(_ open: [Fault], _ effects: inout Effects) {
        for kind in StationDevices.kinds {
            let told = open.filter { $0.source == "station" && $0.kind == kind }
            if let fault = told.first, devices.detail(kind) == nil, devices.mayGoOn(kind) {
                devices.begin(kind, detail: fault.detail)
            }
            if let detail = devices.detail(kind) {
                guard !told.contains(where: { $0.detail == detail }) else { continue }
                report(kind, isActive: true, detail: detail, &effects)
            } else if !told.isEmpty {
                report(kind, isActive: false, detail: "", &effects)
            }
        }
    }

    private mutating func report(
        _ kind: FaultKind, isActive: Bool, detail: String, _ effects: inout Effects
    ) {
        effects.add(
            .report(
                Fault(
                    id: newID(), source: "station", kind: kind, isActive: isActive, clientName: nil,
                    detail: detail, at: wall)))
    }
}
