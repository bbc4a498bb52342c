import Care

/// What is wrong, and what to do about it, as `FaultKind`'s table has it.
struct FaultWords: Equatable {
    let sentence: String
    let advice: String

    /// For a device that is no longer used.
    private static let revoke = " No longer used? A coordinator can revoke it under Devices."

    init(_ fault: Fault) {
        let traits = fault.kind.traits
        // A station reports it about itself, and not about a client's kiosk.
        let words = (fault.source == "station" ? traits.pageOfStation : nil) ?? traits.page
        sentence = words.sentence.about(fault)
        advice = words.advice.about(fault) + (traits.isAbsence && fault.device != nil ? Self.revoke : "")
    }
}
