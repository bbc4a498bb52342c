import Crypto
import Foundation

extension String {
    /// Whether both are the same bytes. `==` also takes for the same what Unicode only writes in two ways.
    func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// The same for what only its owner knows. How long it takes says nothing about where they differ: their digests are compared, and
    /// those in constant time.
    func isSecretly(_ other: String) -> Bool {
        SHA256.hash(data: Data(utf8)) == SHA256.hash(data: Data(other.utf8))
    }
}
