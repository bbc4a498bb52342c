import Care
import GRDB

extension People {
    /// Throws `.invalid` where somebody who is newly named as a provider's client is none of the home, and `.notAllowed` where somebody
    /// else than a coordinator says whom a provider comes to see.
    static func checkClients(
        of new: Person, was stored: Person?, by writer: PersonWriter, in db: Database
    ) throws {
        let before = stored?.role == .provider ? stored?.clients : []
        guard new.role == .provider, new.clients != before else { return }
        if case .other = writer {
            throw CareStoreError.notAllowed("only a coordinator says whom a provider comes to see")
        }
        try checkAreClients(new.clients, except: before ?? [], in: db)
    }

    /// - Parameter known: Who was named before, and stays named whatever they are now.
    static func checkAreClients(_ ids: [String]?, except known: [String] = [], in db: Database) throws {
        for id in ids ?? [] where !known.contains(id) {
            guard try readable(id, in: db)?.role == .client else {
                throw CareStoreError.invalid(
                    field: "clients", "no client of this home has the id \(id): look again whom there is")
            }
        }
    }
}

extension Person {
    /// Whom a provider comes to see, for the audit log.
    var clientChanges: [AuditChange] { (clients ?? []).map(AuditChange.client) }
}
