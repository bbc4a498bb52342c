import Care
import GRDB
import Synchronization

extension People {
    /// What is done in somebody's name must be theirs: nobody takes a name that looks like another's, who is still there.
    ///
    /// Asked in the writer's own transaction, so that of two who ask at once one is refused. Who looks alike since before stays so. Whoever has no
    /// name yet is like nobody.
    ///
    /// - Parameter id: Who shall be called so; `nil` for somebody who has no id yet.
    static func checkNameIsFree(_ name: String, for id: String?, in db: Database) throws {
        guard let other = try alike(name, except: id, in: db) else { return }
        throw CareStoreError.invalid(
            field: "name",
            "somebody called \(other.name) is there already, and the two names look alike: add a surname or a place"
        )
    }

    /// Somebody else who is still there and could be taken for them.
    static func alike(_ name: String, except id: String?, in db: Database) throws -> Person? {
        guard name != Person.unnamed else { return nil }
        let skeleton = NameSkeleton(name)
        return try all(in: db) { _, _ in }.first { person in
            person.isActive && person.id != id && person.isNamed
                && skeletons.of(person.name).isAlike(skeleton)
        }
    }

    /// Of whom a name is asked for while it is written; the names of a home hardly ever change.
    static let skeletons = SkeletonCache()
}

/// The skeletons of names that were compared lately.
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
