/// The name of an element: what it is called, in which namespace.
struct XMLName: Hashable, Sendable {
    var namespace: String
    var local: String

    /// Of WebDAV (RFC 4918).
    static func dav(_ local: String) -> XMLName { XMLName(namespace: "DAV:", local: local) }
    /// Of CalDAV (RFC 4791).
    static func calendar(_ local: String) -> XMLName {
        XMLName(namespace: "urn:ietf:params:xml:ns:caldav", local: local)
    }
    /// Of what Apple's calendar server began and the others took over: the tag of a whole collection.
    static func server(_ local: String) -> XMLName {
        XMLName(namespace: "http://calendarserver.org/ns/", local: local)
    }
}
