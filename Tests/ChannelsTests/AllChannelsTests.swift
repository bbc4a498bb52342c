import Foundation
import OwnFolders
import Testing

@testable import Channels

@Suite("All channels", .timeLimit(.minutes(30)))
struct AllChannelsTests {
    @Test("Each is there once, under the name that the store and the API know, and names its fields once")
    func all() async throws {
        let folder = try OwnFolder()
        try await ChannelHTTP.with { http in
            let all = Channels.all(http: http, folder: folder.file("phone")) { _, _ in Data() }
            #expect(
                all.map(\.name) == ["web_push", "ntfy", "gotify", "sip", "sms", "mail", "webhook"])
            for channel in all {
                for fields in [channel.settings, channel.address] {
                    #expect(Set(fields.map(\.name)).count == fields.count, "\(channel.name)")
                }
            }
        }
    }
}
