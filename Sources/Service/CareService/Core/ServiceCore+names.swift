import Care
import CareStore
import Logging
import Synchronization

extension ServiceCore {
    /// What people call this home; `nil` where nobody has given it a name.
    var homeName: String? { names.withLock { $0.home } }

    /// Takes over what `beckon.yaml` calls the home and its people now, and has open pages read it. People with another id than at
    /// the start belong to other devices: they count from the next start.
    func adopt(_ new: HomeNames) async {
        let started = Set(configuration.people.map(\.id))
        let now = HomeNames(home: new.home, people: new.people.filter { started.contains($0.id) })
        let isNews = names.withLock { names in
            guard names != now, now.people.count == started.count else { return false }
            names = now
            return true
        }
        guard isNews else { return }
        await putPeople(now.people)
        hub.namesChanged()
        // Plans and reminders name people, too.
        agendaChanged()
    }

    /// The settings were written through the service: what they call people holds before the answer is read.
    func settingsWritten() async {
        guard let files = configuration.files, files.names != nil else { return }
        do throws(CareProblem) {
            if let names = try await files.run({ files throws(CareProblem) in files.names?() }) {
                await adopt(names)
            }
        } catch { logger.error("the names of beckon.yaml cannot be read", metadata: ["error": "\(error)"]) }
    }

    private func putPeople(_ people: [Person]) async {
        let (now, actor) = (clock.wall(), AuditActor(name: "beckon.yaml"))
        for person in people {
            do throws(CareProblem) {
                try await write { store throws(CareStoreError) in
                    try await store.audited(as: actor, at: now).ensurePerson(
                        id: person.id, name: person.name, role: person.role, at: now)
                }
            } catch {
                logger.error(
                    "a name of beckon.yaml could not be taken over",
                    metadata: ["person": "\(person.id)", "error": "\(error)"])
            }
        }
    }
}
