public import Care
import HomeFiles

extension HomeFileKeeper {
    /// Writes into `beckon.yaml` at which address of this machine the service listens. A running service of this home follows.
    ///
    /// - Parameter plain: Whether other machines may reach it without TLS.
    public func listen(at host: String, plain: Bool) throws(CareProblem) {
        let port = settings.service.port
        try edit(HomeFilePlace.settingsName, missing: []) {
            bytes, file throws(SettingsEdit.Problem) in
            try SettingsEdit.listen(at: host, port: port, plain: plain, in: bytes, file: file)
        }
    }
}
