import Care
import CareClient
import CareService
import CareStore
import Foundation
import Glibc
import HomeFiles
import LocalSockets
import Recurrence
import Roles
import StoreFiles

/// The service: its certificate, whether it answers, who may ask it, and what it and its kiosks have stored.
extension Examination {
    func checkCertificate(
        _ settings: HomeSettings, _ results: inout [CheckResult]
    ) -> CertificateFiles? {
        guard let files = CertificateFiles(named: settings.service, in: folder) else { return nil }
        if files.isKeyOpenToAll {
            results.append(
                .warning(
                    "certificate", "\(files.key) can be read by every user of this machine.",
                    advice: "Type `chmod 600 \(files.key)`."))
        }
        do throws(CareServiceError) {
            let validity = try files.validity()
            let day = locale.day(ReaderLocale.local(validity.until).day)
            if let problem = validity.problem(at: Date()) {
                results.append(
                    .error(
                        "certificate", "\(files.certificate): \(problem).",
                        advice:
                            "Put a new one there, or set the clock: browsers and other machines refuse this one. Beckon takes it within a minute."
                    ))
            } else if validity.until < Date(timeIntervalSinceNow: 30 * 86_400) {
                results.append(
                    .warning(
                        "certificate", "\(files.certificate) expires on \(day).",
                        advice: "Put a new one there before that day; Beckon takes it within a minute."))
            } else {
                results.append(.ok("certificate", "\(files.certificate) is valid until \(day)."))
            }
            return files
        } catch {
            results.append(
                .error(
                    "certificate", "\(error)",
                    advice:
                        "Until it is fixed, the service listens without TLS and to this machine alone; once it is, it goes back to TLS within a minute."
                ))
            return nil
        }
    }

    func checkService(
        _ settings: HomeSettings, _ certificate: CertificateFiles?, _ results: inout [CheckResult]
    ) async {
        guard let url = try? service.url(settings.service, certificate) else {
            results.append(
                .error(
                    "service", "`\(service.service ?? "")` is not an address.",
                    advice: "Write it as http://HOST:PORT or https://HOST:PORT."))
            return
        }
        let trust = folder.trust(settings)
        // Where it listens as the command line says, only its socket is where the settings have it.
        if let socket = service.socket(in: folder), socket.file != nil,
            let token = try? folder.token(of: "station"),
            case .success(let found) = await ServiceReader.status(
                of: url, trust: trust, socket: socket, token: token), found.status == .up
        {
            results.append(.ok("service", "\(found.address.ownURL) answers (Beckon \(found.version))."))
            return
        }
        switch await ServiceProbe.health(of: url, trust: trust) {
        case .success(let health) where health.status == .up:
            results.append(.ok("service", "\(url.absoluteString) answers (Beckon \(health.version))."))
        case .success(let health):
            results.append(
                .error(
                    "service", "\(url.absoluteString) cannot store requests: \(health.detail ?? "")",
                    advice: "Fix what it names; requests wait in the kiosk meanwhile."))
        case .failure(let error):
            results.append(
                .warning(
                    "service", "At \(url.absoluteString), \(error).",
                    advice:
                        "Until it answers, calls wait in the kiosk. If it is not running, start it with `beckon run` or `beckon service`."
                ))
        }
    }

    func checkTokens(_ results: inout [CheckResult]) {
        guard FileManager.default.fileExists(atPath: folder.settingsFile) else { return }
        for device in ["kiosk", "station"] {
            let path = "\(folder.path)/tokens/\(device)"
            var status = stat()
            if stat(path, &status) != 0 {
                results.append(
                    .warning(
                        "tokens", "\(path) is not there yet.",
                        advice:
                            "The service makes it at its first start; on another machine, copy it from there."
                    ))
            } else if status.st_mode & 0o077 != 0 {
                results.append(
                    .warning("tokens", "\(path) can be read by others.", advice: "Type `chmod 600 \(path)`."))
            } else {
                results.append(.ok("tokens", "\(path) is there, for its user alone."))
            }
        }
    }

    func checkDatabases(_ results: inout [CheckResult]) {
        let examinations: [(String, (String) throws(StoreFileError) -> Bool)] = [
            (folder.careStore, CareStore.examine), (folder.kioskStore, CareClient.examineOutbox),
            (folder.stationStore, CareClient.examineOutbox),
        ]
        for (path, examine) in examinations {
            do throws(StoreFileError) {
                let exists = try examine(path)
                results.append(
                    .ok("database", exists ? "\(path) is whole." : "\(path) will be made at the first start.")
                )
            } catch {
                results.append(
                    .error(
                        "database", "\(error)", advice: "Until then requests are called out, but not saved."))
            }
        }
    }
}
