import Foundation
import Glibc
import Roles

/// The machine: its disk and its clock.
extension Examination {
    func checkDisk(_ results: inout [CheckResult]) {
        var path = folder.path
        while !FileManager.default.fileExists(atPath: path), path != "/" {
            path = URL(fileURLWithPath: path).deletingLastPathComponent().path
        }
        var system = statvfs()
        guard statvfs(path, &system) == 0 else { return }
        let free = UInt64(system.f_bavail) * UInt64(system.f_frsize) / 1_000_000
        let advice = "Free some space: requests are kept on this disk before they are sent."
        if free < 10 {
            results.append(.error("disk", "\(free) MB are free at \(path).", advice: advice))
        } else if free < 200 {
            results.append(.warning("disk", "\(free) MB are free at \(path).", advice: advice))
        } else {
            results.append(.ok("disk", "\(free) MB are free at \(path)."))
        }
        if access(path, W_OK) != 0 {
            results.append(
                .error(
                    "disk", "\(path) may not be written.",
                    advice:
                        "Give the user that runs Beckon the right to write there, or choose another --home."))
        }
    }

    func checkClock(_ results: inout [CheckResult]) {
        let year = Calendar(identifier: .gregorian).component(.year, from: Date())
        guard year >= 2025 else {
            results.append(
                .warning(
                    "clock", "The clock says \(year).",
                    advice:
                        "Set it (`timedatectl set-time`), or connect the machine to a network once: times of "
                        + "requests would be wrong."))
            return
        }
        results.append(.ok("clock", "It is \(locale.dayAndTime(Date()))."))
    }
}
