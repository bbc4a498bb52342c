import Foundation

/// The typeface Inter, where this machine has it: Debian's package `fonts-inter` puts it there.
///
/// Elsewhere the reader's own system font is shown; the style sheets name it as the second choice.
enum InterFont {
    /// One weight of it: a file that is read anew for each browser that asks, so that it takes no memory.
    struct Face: Sendable {
        /// As a browser asks for it, below `/assets/`.
        let name: String
        let path: String
        /// Changes with the file.
        let version: String
        /// The weights of CSS that it stands for.
        let weights: String

        init?(_ file: String, weights: String) {
            let path = "\(InterFont.folder)/\(file).otf"
            guard let state = try? FileManager.default.attributesOfItem(atPath: path),
                let size = state[.size] as? Int, (1...InterFont.largest).contains(size),
                let changed = state[.modificationDate] as? Date
            else { return nil }
            name = "\(file).otf"
            self.path = path
            self.weights = weights
            version = "\(size)-\(Int(changed.timeIntervalSince1970))"
        }

        var address: String { "/assets/\(name)?v=\(version)" }

        /// Its bytes; `nil` if it is gone.
        func read() -> [UInt8]? { FileManager.default.contents(atPath: path).map(Array.init) }
    }

    private static let folder = "/usr/share/fonts/opentype/inter"
    /// In bytes; the package's files have less than 300 kB each.
    private static let largest = 1_000_000

    static let faces: [Face] = [
        Face("Inter-Regular", weights: "100 500"), Face("Inter-SemiBold", weights: "501 1000"),
    ].compactMap(\.self)

    /// What a style sheet begins with; empty where the font is not there.
    static let style: [UInt8] = Array(
        faces.map {
            "@font-face{font-family:Inter;font-weight:\($0.weights);font-display:swap;"
                + "src:url(\($0.address)) format(\"opentype\")}\n"
        }.joined().utf8)
}
