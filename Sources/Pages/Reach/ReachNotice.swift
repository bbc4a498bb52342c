import Wording

/// What was just done about a way to reach somebody: a word in the address.
enum ReachNotice: String {
    case added, saved, on, off, removed
    /// What the script of the page has done.
    case device
    case noDevice = "no_device"

    func path(_ base: String) -> String { "\(base)?did=\(rawValue)" }

    static func notice(_ call: PageCall) -> Notice? {
        call.query["did"].flatMap(ReachNotice.init).map { Notice(text: $0.words) }
    }

    private var words: Text {
        switch self {
        case .added: Text("reach.did_added")
        case .saved: Text("reach.did_saved")
        case .on: Text("reach.did_on")
        case .off: Text("reach.did_off")
        case .removed: Text("reach.did_remove")
        case .device: Text("reach.did_device")
        case .noDevice: Text("reach.did_no_device")
        }
    }
}
