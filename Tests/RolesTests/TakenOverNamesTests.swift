import HomeFiles
import Testing

@testable import Roles

@Suite("Names that a running kiosk or station takes over")
struct TakenOverNamesTests {
    private static func settings(client: HomeSettings.Person, caregiver: HomeSettings.Person) -> HomeSettings
    {
        var settings = HomeSettings.standard
        settings.client = client
        settings.caregiver = caregiver
        return settings
    }

    private static let started = settings(
        client: .init(id: "maria", name: "Maria"), caregiver: .init(id: "anna", name: "Anna"))

    @Test("The same people under other names are taken over")
    func renamed() throws {
        let now = Self.settings(
            client: .init(id: "maria", name: "Marie"), caregiver: .init(id: "anna", name: "Anne"))
        let names = try #require(now.names(of: Self.started))
        #expect(names.client == "Marie" && names.caregiver == "Anne")
    }

    @Test("Other people count from the next start on: whose kiosk it is does not change under a client")
    func others() {
        for (client, caregiver) in [("otto", "anna"), ("maria", "ben")] {
            let now = Self.settings(
                client: .init(id: client, name: "Otto"), caregiver: .init(id: caregiver, name: "Ben"))
            #expect(now.names(of: Self.started) == nil)
        }
    }
}
