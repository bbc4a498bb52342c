import Care
import CareStore
import Foundation
import Logging

extension ServiceCore {
    /// The token that makes the first coordinator; `nil` once anybody can log in.
    func setupToken() async throws(CareProblem) -> String? {
        let isSetUp = try await read { store throws(CareStoreError) in try await store.canAnybodyLogIn() }
        guard !isSetUp, let setup = configuration.setup else {
            configuration.setup?.forget()
            return nil
        }
        do { return try setup.make() } catch {
            throw CareProblem(.storeFailed, error.description)
        }
    }

    /// Ends the streams of expired sessions, once an hour. Sessions with an open stream count as in use.
    func endOldStreams() async {
        let (listening, now) = (hub.listening.union(displays.listening), clock.wall())
        do throws(CareProblem) {
            let ended = try await write { store throws(CareStoreError) in
                try await store.oldSessions(listening: listening, at: now)
            }
            endStreams(of: Set(ended))
        } catch {
            logger.warning("streams of old sessions could not be ended yet", metadata: ["error": "\(error)"])
        }
    }

    /// Forgets who has waited too long to be let in, and photos whose time is over, once an hour.
    func deleteOld() async {
        let (now, uptime) = (clock.wall(), clock.uptime())
        do throws(CareProblem) {
            try await write { store throws(CareStoreError) in
                try await store.deleteOld(now: now, uptime: uptime)
            }
        } catch {
            logger.warning(
                "old registrations and photos could not be deleted yet", metadata: ["error": "\(error)"])
        }
    }

    /// Ends the streams of sessions and devices that may no longer listen, and what these sessions have begun.
    func endStreams(of owners: Set<UUID>) {
        gate.endWhatBegan(in: owners)
        hub.disconnect(owners)
        displays.disconnect(owners)
    }
}
