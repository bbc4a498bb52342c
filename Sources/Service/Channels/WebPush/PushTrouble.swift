/// Why a push cannot be sent or was not taken, where it is more than any server's answer means. For the person whose phone it is and for
/// coordinators: each sentence has a text in every language of the pages.
enum PushTrouble: Equatable, CustomStringConvertible {
    /// The home's own key is missing, or is none.
    case noKey
    case notEncrypted
    case ended
    case otherKey
    case signature(service: String)
    /// With what the service says about it.
    case refused(service: String, words: String)

    var description: String {
        switch self {
        case .noKey: "this home’s own key for notifications is missing: ask whoever looks after Beckon"
        case .notEncrypted:
            "the notification could not be encrypted for this device: open Beckon there, and switch notifications off and on again"
        case .ended:
            "the browser of this device has ended its notifications: open Beckon there, and switch them on again"
        case .otherKey:
            "this device waits for notifications with another key: open Beckon there, and switch notifications off and on again"
        case .signature(let service):
            "\(service) does not accept this home’s signature: check the address under Messages, Notifications of the browser, and this machine’s clock"
        case .refused(let service, let words): "\(service) refuses the notification and says: \(words)"
        }
    }
}
