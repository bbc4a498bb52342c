import Care
import FoundationEssentials
import Testing

@Suite("Whose plans somebody sees")
struct PlanReachTests {
    @Test("Providers see their own clients alone, and everybody else everything")
    func reach() {
        for role in Person.Role.allCases where role != .provider {
            #expect(Person(id: "kim", name: "Kim", role: role).reach == .everything)
            #expect(role.clients(["maria"]) == nil)
        }
        var kim = Person(id: "kim", name: "Kim", role: .provider)
        #expect(kim.reach == .clients)
        kim.clients = ["maria"]
        #expect(kim.reach.includes("maria") && !kim.reach.includes("otto") && !kim.reach.includes(nil))
        #expect(PlanReach.clients.includes("otto") && !PlanReach.clients.includes(nil))
        #expect(PlanReach.everything.includes(nil) && !PlanReach.only([]).includes("maria"))
        #expect(Person.Role.provider.clients(nil) == [])
    }

    @Test(
        "A list of clients is a provider's, names each once, and is somebody new's where people are let in",
        arguments: [
            (
                Person.Role.caregiver, ["maria"],
                "only a provider has clients of their own: leave it out for others"
            ),
            (.client, [], "only a provider has clients of their own: leave it out for others"),
            (.provider, ["maria", "maria"], "somebody is there twice: name each client once"),
            (.provider, (0...500).map { "client-\($0)" }, "there are more than 500: name fewer"),
        ])
    func checks(_ role: Person.Role, _ clients: [String], _ words: String) throws {
        let refused = FieldProblem("clients", words)
        let person = Person(id: "kim", name: "Kim", role: role, clients: clients)
        #expect(throws: refused) { try person.check() }
        #expect(throws: refused) { try RegistrationAcceptance(role: role, clients: clients).check() }
        let invitation = NewInvitation(id: UUID(), role: role, name: "Kim", clients: clients)
        #expect(throws: refused) { try invitation.check() }
    }

    @Test("Whoever is there already keeps their list")
    func known() throws {
        let refused = FieldProblem(
            "clients", "only somebody new gets it here: change somebody else's with PUT /people/{id}")
        #expect(throws: refused) {
            try RegistrationAcceptance(role: .provider, person: "kim", clients: []).check()
        }
        try RegistrationAcceptance(role: .provider, person: "kim").check()
        let person = Person(id: "kim", name: "Kim", role: .provider, clients: ["maria"])
        try person.check()
    }
}
