import Care

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

    /// Reconciles the service's faults of this station with its state: those of an earlier run end, and unreported
    /// ones are reported. The service keeps stations apart: ending another station's fault has no effect.
    mutating func reconcileOwn(_ open: [Fault], _ effects: inout Effects) {
        for kind in StationDevices.kinds {
            let told = open.filter { $0.source == "station" && $0.kind == kind }
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
