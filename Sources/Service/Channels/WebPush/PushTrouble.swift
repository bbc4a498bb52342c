/// Why a push cannot be sent or was not taken, for the person whose phone it is and for coordinators. Each sentence has a text in every
/// language of the pages.
enum PushTrouble: Equatable, CustomStringConvertible {
    /// The home's own key is missing, or is none.
    case noKey
    case notEncrypted
    case ended
    case otherKey
    case signature(service: String)
    case refused(service: String, status: Int)
    /// With what the service says about it.
    case refusedSaying(service: String, status: Int, words: String)
    case tooLarge(service: String)
    case busy(service: String)
    case failing(service: String, status: Int)
    case unexpected(service: String, status: Int)

    var description: String {
        switch self {
        case .noKey: "this home's own key for pushes is missing: ask whoever looks after Beckon"
        case .notEncrypted:
            "the push could not be encrypted for this device: open Beckon there, and switch notifications off and on again"
        case .ended:
            "the browser of this device has ended its notifications: open Beckon there, and switch them on again"
        case .otherKey:
            "this device expects pushes with another key than this home has now: open Beckon there, and switch notifications off and on again"
        case .signature(let service):
            "\(service) does not accept this home's signature: check the contact's address for Web Push, and this machine's clock"
        case .refused(let service, let status): "\(service) refuses the push (\(status))"
        case .refusedSaying(let service, let status, let words):
            "\(service) refuses the push (\(status)) and says: \(words)"
        case .tooLarge(let service): "\(service) finds the push too large"
        case .busy(let service): "\(service) takes no more pushes for the moment"
        case .failing(let service, let status):
            "\(service) answers that something is wrong with it (\(status))"
        case .unexpected(let service, let status):
            "\(service) gives an answer that no push service gives (\(status))"
        }
    }
}
