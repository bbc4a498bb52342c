import Testing

@testable import QRCodes

@Suite("QR codes")
struct QRCodeTests {
    private let address = "http://192.168.1.20:4280/join/K7M-4QX"

    @Test("The three corners that cameras look for are there, and the rest of a short address is small")
    func corners() throws {
        let code = try #require(QRCode(address))
        #expect(code.size == 29)
        #expect(code.fullSize == 29 + 8)
        for (row, column) in [(0, 0), (0, code.size - 7), (code.size - 7, 0)] {
            for step in 0..<7 {
                #expect(code.isDark(row: row, column: column + step))
                #expect(code.isDark(row: row + 6, column: column + step))
                #expect(code.isDark(row: row + step, column: column))
            }
            #expect(!code.isDark(row: row + 1, column: column + 1))
            #expect(code.isDark(row: row + 3, column: column + 3))
        }
    }

    @Test("Nothing dark stands in the quiet zone, in SVG and in the terminal")
    func quiet() throws {
        let code = try #require(QRCode(address))
        let rows = code.svgPath.matches(of: /M(\d+) (\d+)h(\d+)/)
        #expect(!rows.isEmpty)
        for found in rows {
            let (x, y, width) = (Int(found.1) ?? 0, Int(found.2) ?? 0, Int(found.3) ?? 0)
            #expect(x >= 4 && y >= 4 && x + width <= code.fullSize - 4 && y < code.fullSize - 4)
        }
        #expect(code.blocks.count == (code.fullSize + 1) / 2)
        #expect(
            code.blocks.allSatisfy {
                $0.count == code.fullSize && $0.hasPrefix("████") && $0.hasSuffix("████")
            })
        #expect(code.blocks.prefix(2).allSatisfy { $0.allSatisfy { $0 == "█" } })
    }

    @Test("The path draws each dark module once, and the blocks show the same")
    func same() throws {
        let code = try #require(QRCode(address))
        var drawn = Set<[Int]>()
        for found in code.svgPath.matches(of: /M(\d+) (\d+)h(\d+)/) {
            let (x, y, width) = (Int(found.1) ?? 0, Int(found.2) ?? 0, Int(found.3) ?? 0)
            for column in x..<x + width { #expect(drawn.insert([y - 4, column - 4]).inserted) }
        }
        let lines = code.blocks.map(Array.init)
        for row in 0..<code.size {
            for column in 0..<code.size {
                let isDark = code.isDark(row: row, column: column)
                #expect(drawn.contains([row, column]) == isDark)
                let block = lines[(row + 4) / 2][column + 4]
                let isLight = (row + 4) % 2 == 0 ? "█▀".contains(block) : "█▄".contains(block)
                #expect(isLight != isDark)
            }
        }
    }

    @Test("What cannot be one is none")
    func none() {
        #expect(QRCode("") == nil)
        #expect(QRCode(String(repeating: "x", count: QRCode.longest)) != nil)
        #expect(QRCode(String(repeating: "x", count: QRCode.longest + 1)) == nil)
        #expect(QRCode("a\0b") == nil)
        #expect(QRCode("http://küche.home:4280") != nil)
    }
}
