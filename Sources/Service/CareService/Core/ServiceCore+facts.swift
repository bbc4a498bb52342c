import Care
import CareStore
import Logging
import Synchronization

/// What `beckon.yaml` says of the home now, and whether the store knows its people.
struct FactsInForce {
    var now: HomeFacts
    /// Whether the store has the people as they are called now.
    var isStored = false
    /// The last attempt to store them: the next one waits for it.
    fileprivate var storing: Task<Void, Never>?

    init(_ facts: HomeFacts) { now = facts }

    /// People with another id than those of the start belong to other devices: they count from the next start.
    ///
    /// - Returns: whether anything is otherwise than before.
    mutating func take(_ new: HomeFacts) -> Bool {
        let before = now
        (now.home, now.shifts, now.language) = (new.home, new.shifts, new.language)
        now.videoLink = new.videoLink
        now.people = now.people.map { person in new.people.first { $0.id == person.id } ?? person }
        if now.people != before.people { isStored = false }
        return now != before
    }
}

extension ServiceCore {
    /// What people call this home; `nil` where nobody has given it a name.
    var homeName: String? { facts.withLock { $0.now.home } }

    /// When the home's shifts begin, in minutes since midnight.
    var shifts: [Int] { facts.withLock { $0.now.shifts } }

    /// The home's own language, BCP 47; `nil` where nobody knows it.
    var homeLanguage: String? { facts.withLock { $0.now.language } }

    /// Where an appointment takes place by video; `nil`: nowhere.
    var videoLink: VideoLink? { facts.withLock { $0.now.videoLink } }

    /// Takes over what `beckon.yaml` calls the home and its people now, and has open pages read it.
    func adopt(_ new: HomeFacts) async {
        let isNews = facts.withLock { $0.take(new) }
        await storeNames()
        guard isNews else { return }
        hub.namesChanged()
        // Plans and reminders name people, too.
        agendaChanged()
    }

    /// Stores names that could not be stored when they were taken over.
    func storeNamesLeft() async {
        guard facts.withLock({ !$0.isStored }) else { return }
        await storeNames()
        guard facts.withLock({ $0.isStored }) else { return }
        hub.namesChanged()
        agendaChanged()
    }

    /// The settings were written through the service: what they call people holds before the answer is read.
    func settingsWritten() async {
        guard let files = configuration.files, files.facts != nil else { return }
        do throws(CareProblem) {
            if let facts = try await files.run({ files throws(CareProblem) in files.facts?() }) {
                await adopt(facts)
            }
        } catch { logger.error("the names of beckon.yaml cannot be read", metadata: ["error": "\(error)"]) }
    }

    /// Stores what people are called now, one attempt after the other, so that an older name never comes after a newer one.
    private func storeNames() async {
        let storing = facts.withLock { facts in
            guard !facts.isStored else { return facts.storing }
            let before = facts.storing
            let storing = Task { [self] in
                await before?.value
                let people = self.facts.withLock { $0.isStored ? nil : $0.now.people }
                if let people { await putPeople(people) }
            }
            facts.storing = storing
            return storing
        }
        await storing?.value
    }

    /// The people of the settings are stored before the first message is answered, too.
    func putPeople(in store: CareStore) async {
        await putPeople(facts.withLock { $0.now.people }, in: store)
    }

    /// Those that cannot be stored are tried again with the next look at what is due.
    ///
    /// - Parameter store: `nil` for the one that is in use.
    private func putPeople(_ people: [Person], in store: CareStore? = nil) async {
        let (now, actor) = (clock.wall(), AuditActor(name: "beckon.yaml"))
        var areStored = true
        for person in people {
            func put(_ store: CareStore) async throws(CareStoreError) {
                try await store.audited(as: actor, at: now).ensurePerson(
                    id: person.id, name: person.name, role: person.role, at: now)
            }
            do {
                if let store { try await put(store) } else { try await write(put) }
            } catch {
                areStored = false
                causes.log(
                    .error, "a name of beckon.yaml could not be taken over: \(person.id)", reason: "\(error)")
            }
        }
        facts.withLock { facts in
            if areStored, facts.now.people == people { facts.isStored = true }
        }
    }
}
