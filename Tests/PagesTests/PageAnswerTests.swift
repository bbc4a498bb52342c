import Care
import Testing

@testable import Pages

@Suite struct PageAnswerTests {
    private struct Named: Decodable { let id: String }

    @Test("A value is taken as it is, or read from its JSON where a page reads another type")
    func values() throws {
        let anna = Person(id: "anna", name: "Anna", role: .caregiver)
        let answer = PageAPI.Answer(status: 200, .value(anna))
        #expect(try answer.read(Person.self) == anna)
        #expect(try answer.read(Named.self).id == "anna")
        #expect(throws: (any Error).self) { try answer.read(PeoplePage.self) }
    }
}
