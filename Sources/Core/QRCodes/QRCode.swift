import CQRencode

/// A text as a QR code (ISO/IEC 18004), made by libqrencode: for an address that a phone's camera reads.
public struct QRCode: Sendable, Equatable {
    /// How many light modules surround it on each side, so that cameras find it (ISO/IEC 18004, 6.3.8).
    public static let quietZone = 4
    /// Longest text, in bytes of UTF-8: more than any address has, and few enough that the modules stay large.
    public static let longest = 500

    /// Modules on each side, without the quiet zone: 21 to 177.
    public let size: Int
    /// Row by row from the top.
    private let modules: [Bool]

    /// - Returns: `nil` for an empty text, one that is too long or holds a zero byte, and where memory runs out.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (1...Self.longest).contains(bytes.count), !bytes.contains(0) else { return nil }
        // Level M: a seventh of the modules may be hidden by a reflection.
        guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        let size = Int(code.pointee.width)
        guard size > 0, let data = code.pointee.data else { return nil }
        self.size = size
        modules = (0..<size * size).map { data[$0] & 1 == 1 }
    }

    /// Whether a module is dark. Outside of the code all are light.
    public func isDark(row: Int, column: Int) -> Bool {
        guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
        return modules[row * size + column]
    }

    /// Modules on each side with the quiet zone.
    public var fullSize: Int { size + 2 * Self.quietZone }

    /// The dark modules as the path of an SVG with a `viewBox` of `fullSize`: one rectangle for each run in a row.
    public var svgPath: String {
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                guard isDark(row: row, column: column) else {
                    column += 1
                    continue
                }
                let start = column
                while isDark(row: row, column: column) { column += 1 }
                path +=
                    "M\(start + Self.quietZone) \(row + Self.quietZone)h\(column - start)v1h-\(column - start)z"
            }
        }
        return path
    }

    /// For a terminal: lines of half blocks, two rows of modules each, with the quiet zone.
    ///
    /// Dark modules are where nothing is printed if the terminal is dark: cameras also read codes with light and dark exchanged, but
    /// not all of them, so the light modules are printed as blocks.
    public var blocks: [String] {
        stride(from: -Self.quietZone, to: size + Self.quietZone, by: 2).map { row in
            String(
                (-Self.quietZone..<size + Self.quietZone).map { column -> Character in
                    switch (isDark(row: row, column: column), isDark(row: row + 1, column: column)) {
                    case (false, false): "█"
                    case (false, true): "▀"
                    case (true, false): "▄"
                    case (true, true): " "
                    }
                })
        }
    }
}
