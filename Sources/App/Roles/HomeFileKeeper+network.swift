public import Care
import HomeFiles

extension HomeFileKeeper {
    /// Writes into `beckon.yaml` at which address of this machine the service listens; a running service of this home follows.
    ///
    /// Only for whoever may write that file on this machine: through the service nobody changes it (decision 0146).
    ///
    /// - Parameter plain: Whether other machines may reach it without TLS.
    public func listen(at host: String, plain: Bool) throws(CareProblem) {
        let port = settings.service.port
        try edit(HomeFilePlace.settingsName, missing: [], isOnMachine: true) {
            bytes, file throws(SettingsEdit.Problem) in
            try SettingsEdit.listen(at: host, port: port, plain: plain, in: bytes, file: file)
        }
    }
}
