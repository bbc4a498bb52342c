import CareService
import HomeFiles
import Roles

extension CertificateFiles {
    /// Those that a home's settings name, whatever they are; `nil` where they name none.
    init?(named settings: HomeSettings.Service, in home: HomeFolder) {
        guard let certificate = settings.certificate, let key = settings.key else { return nil }
        self.init(certificate: home.file(certificate), key: home.file(key))
    }
}

extension HomeSettings.Service {
    /// Where a service of this home is reached on its own machine.
    ///
    /// - Parameters:
    ///   - names: Whether the settings name a certificate.
    ///   - certificate: That certificate, if it can be used. Else the service listens to its own machine alone.
    func ownAddress(namesCertificate names: Bool, _ certificate: CertificateFiles?) -> String {
        guard certificate == nil else { return "https://\(Self.ownHost(host)):\(port)" }
        let host = names && !CareServiceConfiguration.isLoopback(host) ? "127.0.0.1" : host
        return "http://\(Self.ownHost(host)):\(port)"
    }

    /// The host name to use on this machine for the address at which the service listens.
    static func ownHost(_ host: String) -> String {
        switch host {
        case "0.0.0.0", "": "127.0.0.1"
        case "::": "[::1]"
        case let host: host.contains(":") ? "[\(host)]" : host
        }
    }
}
