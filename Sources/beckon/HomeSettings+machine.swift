import CareService
import HomeFiles
import Roles

extension CertificateFiles {
    /// Those of a home's settings; `nil` where it has none. Throws where they cannot be used.
    static func of(_ settings: HomeSettings.Service, in home: HomeFolder) throws(CareServiceError) -> Self? {
        guard let certificate = settings.certificate, let key = settings.key else { return nil }
        let files = CertificateFiles(certificate: home.file(certificate), key: home.file(key))
        _ = try files.expiry()
        return files
    }
}

extension HomeSettings.Service {
    /// What it is called in an address that is opened on its own machine.
    var ownHost: String {
        switch host {
        case "0.0.0.0", "": "127.0.0.1"
        case "::": "[::1]"
        case let host: host.contains(":") ? "[\(host)]" : host
        }
    }
}
