import Care
import CareStore
import Foundation

extension CareDesk {
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

    /// Ends the streams of sessions and devices that may not listen any more.
    func endStreams(of owners: Set<UUID>) {
        hub.disconnect(owners)
        displays.disconnect(owners)
    }
}
