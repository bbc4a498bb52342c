import HTTPTypes
import Hummingbird

/// The cookies by which a browser shows what it is: somebody's session, or a client's screen that was paired.
enum SessionCookie {
    enum Name: String {
        case session = "beckon_session"
        /// The token of a device.
        case screen = "beckon_screen"

        /// How long a browser keeps it after it was sent last, in seconds: a session as long as it may be unused, a screen as long as
        /// browsers keep one at all.
        fileprivate var life: Int {
            switch self {
            case .session: 90 * 86_400
            case .screen: 400 * 86_400
            }
        }
    }

    static func token(_ name: Name = .session, in headers: HTTPFields) -> String? {
        for pair in (headers[.cookie] ?? "").split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name.rawValue
            else { continue }
            return String(parts[1])
        }
        return nil
    }

    static func set(_ name: Name = .session, token: String, isSecure: Bool) -> String {
        attributes("\(name.rawValue)=\(token)", maximumAge: name.life, isSecure)
    }

    /// Sends the cookie of a message once more with its answer, whenever it is written down that its owner was here: the store
    /// counts 90 days from then on, and the browser must not end it sooner.
    static func renew(
        for caller: Caller?, in headers: HTTPFields, isSecure: Bool, on response: inout Response
    ) {
        // What a log in or a log out says about it counts.
        guard let caller, caller.isSeenAnew, headers[.authorization] == nil,
            response.headers[.setCookie] == nil
        else { return }
        let name: Name = caller.session == nil ? .screen : .session
        guard let token = token(name, in: headers) else { return }
        response.headers[.setCookie] = set(name, token: token, isSecure: isSecure)
    }

    static func removed(isSecure: Bool) -> String {
        attributes("\(Name.session.rawValue)=", maximumAge: 0, isSecure)
    }

    private static func attributes(_ pair: String, maximumAge: Int, _ isSecure: Bool) -> String {
        "\(pair); Path=/; Max-Age=\(maximumAge); HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }
}
