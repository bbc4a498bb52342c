import Foundation
import HTTPTypes

extension HTTPFields {
    /// Whether the asker has what has this tag already (RFC 9110, 13.1.2): then the answer needs no body.
    ///
    /// - Parameter tag: With its quotation marks.
    func know(_ tag: String) -> Bool {
        self[values: .ifNoneMatch].contains { field in
            field.split(separator: ",").contains { one in
                let known = one.trimmingCharacters(in: .whitespaces)
                return known == tag || known == "W/" + tag || known == "*"
            }
        }
    }
}
