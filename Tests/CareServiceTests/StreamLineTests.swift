import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import CareService

@Suite("Keep-alives of streams")
struct StreamLineTests {
    private let loop = EmbeddedEventLoop()

    private func channel() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(loop: loop)
        try channel.connect(to: .init(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    /// What was written since the last look.
    private func written(_ channel: EmbeddedChannel) throws -> [String] {
        var texts: [String] = []
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
            if case .body(let text) = part { texts.append(String(buffer: text)) }
        }
        return texts
    }

    @Test("All streams of an event loop are written to in one turn of it, without any task of theirs")
    func together() throws {
        let channels = try (0..<50).map { _ in try channel() }
        let lines = channels.map(StreamLine.init)
        for line in lines { line.open() }
        StreamLine.keepAlive(lines)
        for channel in channels { #expect(try written(channel) == []) }
        loop.run()
        for channel in channels { #expect(try written(channel) == [": here\n\n"]) }
    }

    @Test("Nothing is written before the answer begins, after it has ended, or to somebody who does not read")
    func closed() throws {
        let (early, late, slow, reads) = (try channel(), try channel(), try channel(), try channel())
        let lines = [early, late, slow, reads].map(StreamLine.init)
        for line in lines.dropFirst() { line.open() }
        slow.isWritable = false
        StreamLine.keepAlive(lines)
        // Before the event loop has come to it.
        lines[1].close()
        loop.run()
        for channel in [early, late, slow] { #expect(try written(channel) == []) }
        #expect(try written(reads) == [": here\n\n"])
    }
}
