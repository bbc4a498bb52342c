import Testing

@testable import HomeFiles

@Suite("Where the service listens is written by a command")
struct SettingsEditNetworkTests {
    private func edited(_ text: String, host: String, plain: Bool) throws -> HomeSettings {
        let bytes = try SettingsEdit.listen(
            at: host, port: 4290, plain: plain, in: Array(text.utf8), file: "beckon.yaml")
        return try #require(SettingsReader.read(bytes, file: "beckon.yaml").0)
    }

    @Test("A file as it ships, a short one and one with both lines are opened and closed again")
    func openAndClose() throws {
        for before in [
            SettingsTemplate.text, "", "service:\n  listen: 127.0.0.1:4280 # here\n",
            "service:\n  listen: \"0.0.0.0:4280\"\n  allow_plain_http: true\n",
        ] {
            let open = try edited(before, host: "0.0.0.0", plain: true)
            #expect(
                open.service.host == "0.0.0.0" && open.service.allowsPlainHTTP && open.service.port == 4290)
            let closed = try edited(before, host: "127.0.0.1", plain: false)
            #expect(closed.service.host == "127.0.0.1" && !closed.service.allowsPlainHTTP)
        }
    }
}
