import HTTPTypes

/// The cookie by which a browser shows its session.
enum SessionCookie {
    private static let name = "beckon_session"
    /// 400 days, in seconds: the longest that browsers keep one.
    private static let longest = 400 * 86_400

    static func token(in headers: HTTPFields) -> String? {
        for pair in (headers[.cookie] ?? "").split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { continue }
            return String(parts[1])
        }
        return nil
    }

    static func set(_ token: String, isSecure: Bool) -> String {
        attributes("\(name)=\(token)", maximumAge: longest, isSecure)
    }

    static func removed(isSecure: Bool) -> String { attributes("\(name)=", maximumAge: 0, isSecure) }

    private static func attributes(_ pair: String, maximumAge: Int, _ isSecure: Bool) -> String {
        "\(pair); Path=/; Max-Age=\(maximumAge); HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }
}
