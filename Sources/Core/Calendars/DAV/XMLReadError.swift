/// Why a text is not read as XML.
public enum XMLReadError: Error, Equatable, Sendable {
    /// It is not well-formed, or in another encoding than UTF-8.
    case malformed
    /// It declares a document type: answers of servers have none, and entities of its own are how a short text becomes a long one.
    case hasDocumentType
    /// It has more elements, or deeper ones, than an answer has.
    case tooLarge
}
