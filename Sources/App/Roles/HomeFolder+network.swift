import HomeFiles
import StaffFiles
import WholeFiles

extension HomeFolder {
    /// Writes into `beckon.yaml` at which address of this machine the service listens; a running service of this home follows.
    ///
    /// Only for whoever may write that file on this machine: through the service nobody changes it (decision 0146).
    ///
    /// - Parameter plain: Whether other machines may reach it without TLS.
    public func listen(at host: String, plain: Bool) throws(RolesError) {
        let settings = try StaffFileReader.settings(at: settingsFile)
        let old: [UInt8]
        do throws(WholeFileError) {
            old = try WholeFile.read(settingsFile, limit: StaffFileLimits.bytes) ?? []
        } catch { throw .file(error) }
        let new: [UInt8]
        do throws(SettingsEdit.Problem) {
            new = try SettingsEdit.listen(
                at: host, port: settings.service.port, plain: plain, in: old, file: settingsFile)
        } catch { throw .notChanged(error) }
        guard new != old else { return }
        do throws(WholeFileError) {
            try WholeFile.write(new, to: settingsFile, mode: Self.settingsMode)
        } catch { throw .file(error) }
    }
}
