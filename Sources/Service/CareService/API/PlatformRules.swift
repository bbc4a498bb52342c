import Care
import Foundation

/// What is said of addresses outside that people write, whatever is there.
enum PlatformRules {
    /// - Parameter example: Such an address.
    static func url(_ address: String, such example: String) throws(CareProblem) -> URL {
        do throws(PlatformAddress.Problem) { return try PlatformAddress.url(address) } catch {
            let detail =
                switch error {
                case .notAnAddress: "it is no address, such as \(example)"
                case .notSecure: "what is secret would be readable on its way: write an address with https"
                }
            throw CareProblem(.notAcceptable, detail, field: "address")
        }
    }

    static let unreachable = "nobody answers at this address: check it, and the network"
    static let tooLarge = "it is too large to be read"
    static let insideHome = "it leads into this home’s own network: only a coordinator may add that"
    static let secretLost = "what opens it cannot be used: write it once more"

    static func unknown(_ client: String) -> CareProblem {
        CareProblem(.notAcceptable, "nobody in this home has the id \(client)", field: "client")
    }
}
