import StaffFiles
import Testing

@testable import HomeFiles

@Suite("Where the service listens")
struct ListenTests {
    private func warnings(_ service: String) -> [String] {
        SettingsReader.read(Array("service: \(service)\n".utf8), file: "beckon.yaml").findings
            .filter { $0.severity == .warning }.map(\.message)
    }

    @Test("Cutting off other machines is reported as a finding")
    func plain() {
        #expect(warnings("{ listen: 0.0.0.0:4280 }").contains { $0.contains("allow_plain_http: true") })
        #expect(warnings("{ listen: 0.0.0.0:4280, allow_plain_http: true }").isEmpty)
        #expect(warnings("{ listen: 127.0.0.1:4280 }").isEmpty)
        #expect(warnings(#"{ listen: "[::1]:4280" }"#).isEmpty)
    }
}
