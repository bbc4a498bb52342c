import Care
import GRDB
import Synchronization

extension People {
    /// Names show who did something, so nobody may take a name that looks like another active person's.
    ///
    /// Checked in the writer's own transaction, so that of two simultaneous writers one is refused. Names
    /// that already look alike stay. An empty name is like no other.
    ///
    /// - Parameter id: Who is to get the name; `nil` for somebody who has no id yet.
    static func checkNameIsFree(_ name: String, for id: String?, in db: Database) throws {
        guard let other = try alike(name, except: id, in: db) else { return }
        throw CareStoreError.invalid(
            field: "name",
            "somebody called \(other.name) is there already, and the two names look alike: add a surname or a place"
        )
    }

    /// Another active person with a name that looks alike.
    static func alike(_ name: String, except id: String?, in db: Database) throws -> Person? {
        guard name != Person.unnamed else { return nil }
        let skeleton = NameSkeleton(name)
        return try all(in: db) { _, _ in }.first { person in
            person.isActive && person.id != id && person.isNamed
                && skeletons.of(person.name).isAlike(skeleton)
        }
    }

    static let skeletons = SkeletonCache()
}

/// The skeletons of names that were compared recently; the names of a home hardly ever change.
final class SkeletonCache: Sendable {
    private static let most = 1000
    private let known = Mutex<[String: NameSkeleton]>([:])

    func of(_ name: String) -> NameSkeleton {
        if let skeleton = known.withLock({ $0[name] }) { return skeleton }
        let skeleton = NameSkeleton(name)
        known.withLock {
            if $0.count >= Self.most { $0 = [:] }
            $0[name] = skeleton
        }
        return skeleton
    }
}
