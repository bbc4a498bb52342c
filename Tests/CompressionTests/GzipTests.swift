import Compression
import Foundation
import Testing

@Suite("Bytes as gzip has them")
struct GzipTests {
    /// As gzip itself reads it.
    private func unpacked(_ packed: [UInt8]) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: "beckon-\(UUID().uuidString).gz")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(packed).write(to: file)
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/gzip")
        process.arguments = ["-dc", file.path]
        process.standardOutput = pipe
        try process.run()
        let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return Array(bytes)
    }

    @Test(
        "What is compressed comes back as it was",
        arguments: [
            [], [7], Array("calls, calls, calls\n".utf8), Array(repeating: 0, count: 1 << 20),
            (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) },
        ] as [[UInt8]])
    func backAgain(bytes: [UInt8]) throws {
        for level in [1, 9] {
            #expect(try unpacked(try #require(Gzip.compressed(bytes, level: level))) == bytes)
        }
    }

    @Test("Text gets smaller") func smaller() throws {
        let text = Array(String(repeating: "asked, heard, on the way, met. ", count: 400).utf8)
        #expect(try #require(Gzip.compressed(text)).count < text.count / 20)
    }
}
