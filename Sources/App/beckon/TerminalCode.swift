import Foundation
import Glibc
import QRCodes

/// A QR code in a terminal, where it can be drawn there.
enum TerminalCode {
    /// Black on white whatever the terminal's own colours are, since cameras do not read all codes that are the other way round.
    private static let begin = "\u{1b}[97;40m"
    private static let end = "\u{1b}[0m"

    /// The code's lines; empty for a terminal that is too narrow, or that shows no UTF-8 or no colours.
    ///
    /// - Parameter width: In columns; 0 where it is not known.
    static func lines(
        of text: String, width: Int = Self.width,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> [String] {
        let locale =
            ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let isUTF8 = locale.lowercased().replacing("-", with: "").hasSuffix("utf8")
        let kind = environment["TERM"] ?? "dumb"
        guard isUTF8, kind != "dumb", let code = QRCode(text), code.fullSize <= width else { return [] }
        return code.blocks.map { begin + $0 + end }
    }

    /// Of the terminal of standard output.
    private static var width: Int {
        var size = winsize()
        return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : 0
    }
}
