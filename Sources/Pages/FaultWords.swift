import Care
import Wording

/// What is wrong, and what to do about it: texts with the names of the kinds of faults.
struct FaultWords: Equatable {
    let sentence: Text
    let advice: Text

    init(_ fault: Fault) {
        let traits = fault.kind.traits
        // A station reports it about itself, and not about a client's kiosk.
        let isOfStation = fault.source == "station" && traits.isOfStationsToo
        let name = "faults.\(fault.kind.rawValue)" + (isOfStation ? "_of_station" : "")
        let values: [String: Text.Value] = [
            "client": fault.clientName.map(Text.Value.verbatim) ?? .text(Text("faults.the_client")),
            "detail": .verbatim(fault.detail),
        ]
        let isNameless = fault.clientName == nil
        sentence = isNameless ? .capitalized(Text(name, values)) : Text(name, values)
        let advice = Text(name + "_advice", values)
        self.advice =
            traits.isAbsence && fault.device != nil
            ? .joined([advice, Text("faults.revoke")], separator: " ") : advice
    }
}
