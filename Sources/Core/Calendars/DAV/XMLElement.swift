/// An element with what is in it.
struct XMLElement: Sendable {
    var name: XMLName
    /// Those without a namespace, by name.
    var attributes: [String: String] = [:]
    var children: [XMLElement] = []
    /// All the text right in it, one after the other.
    var text = ""

    /// Its text without the white space around it.
    var trimmed: String { text.trimmed }

    func first(_ name: XMLName) -> XMLElement? { children.first { $0.name == name } }
    func all(_ name: XMLName) -> [XMLElement] { children.filter { $0.name == name } }
    /// Whether there is one of this name anywhere in it.
    func contains(_ name: XMLName) -> Bool { children.contains { $0.name == name || $0.contains(name) } }
}
