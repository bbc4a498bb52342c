import HTTPTypes
import Hummingbird

/// The cookies by which a browser shows what it is: somebody's session, a client's screen that was paired, or the one that went to a provider.
///
/// Under TLS their names begin with `__Host-`: browsers accept these only from this host and only through
/// TLS, so that neither another service of the same domain nor somebody in between without TLS can set one.
enum SessionCookie {
    enum Name: String {
        case session = "beckon_session"
        /// The token of a device.
        case screen = "beckon_screen"
        /// What binds a login with a provider to the browser that began it.
        case login = "beckon_login"

        func written(isSecure: Bool) -> String { (isSecure ? "__Host-" : "") + rawValue }

        /// Whether the browser sends it with what follows from other sites. A provider sends people back from there: the others are
        /// not sent then, and this one is.
        fileprivate var site: String { self == .login ? "Lax" : "Strict" }

        /// How long a browser keeps it after it was sent last, in seconds: a session as long as it may be unused, a screen as long as
        /// browsers keep one at all, a login as long as it may take at the provider.
        fileprivate var life: Int {
            switch self {
            case .session: 90 * 86_400
            case .screen: 400 * 86_400
            case .login: 600
            }
        }
    }

    static func token(_ name: Name = .session, in headers: HTTPFields, isSecure: Bool) -> String? {
        if let token = value(name.written(isSecure: isSecure), in: headers) { return token }
        switch name {
        case .session, .login: return nil
        // A client's display that was paired earlier keeps working, and gets the new name with the next
        // answer that renews it. A cookie planted there could only be another display's token.
        case .screen: return isSecure ? value(name.rawValue, in: headers) : nil
        }
    }

    private static func value(_ name: String, in headers: HTTPFields) -> String? {
        for pair in (headers[.cookie] ?? "").split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name
            else { continue }
            return String(parts[1])
        }
        return nil
    }

    static func set(_ name: Name = .session, token: String, isSecure: Bool) -> String {
        attributes(name, token, maximumAge: name.life, isSecure)
    }

    /// Sends the cookie again with an answer whenever "last seen" is stored: the store counts 90 days from
    /// then on, and the browser must not drop it sooner.
    static func renew(
        for caller: Caller?, in headers: HTTPFields, isSecure: Bool, on response: inout Response
    ) {
        // A cookie set by a login or logout takes precedence.
        guard let caller, caller.isSeenAnew, headers[.authorization] == nil,
            response.headers[.setCookie] == nil
        else { return }
        let name: Name = caller.session == nil ? .screen : .session
        guard let token = token(name, in: headers, isSecure: isSecure) else { return }
        response.headers[.setCookie] = set(name, token: token, isSecure: isSecure)
    }

    static func removed(_ name: Name = .session, isSecure: Bool) -> String {
        attributes(name, "", maximumAge: 0, isSecure)
    }

    /// The cookie as the browser has sent it, with its name and without any other.
    static func whole(_ name: Name, in headers: HTTPFields, isSecure: Bool) -> String? {
        token(name, in: headers, isSecure: isSecure).map { "\(name.written(isSecure: isSecure))=\($0)" }
    }

    private static func attributes(
        _ name: Name, _ value: String, maximumAge: Int, _ isSecure: Bool
    ) -> String {
        "\(name.written(isSecure: isSecure))=\(value); Path=/; Max-Age=\(maximumAge); HttpOnly; SameSite=\(name.site)"
            + (isSecure ? "; Secure" : "")
    }
}
