import Care
import Foundation
import Testing

@Suite("One thing that cannot be read hides none of the others")
struct UnreadableTests {
    private static let id = "019D31C5-8A00-7000-8000-000000000001"
    private static let whole = """
        {"id":"019D31C5-8A00-7000-8000-000000000002","client":"maria","client_name":"Maria","need":"tea",\
        "label":"Tea","called":"tea","say":"Tea, please.","priority":"soon","state":"heard",\
        "asked_at":"2026-03-28T02:30:00Z","received_at":"2026-03-28T02:30:00Z",\
        "changed_at":"2026-03-28T02:30:00Z","escalation":0,"sequence":2}
        """

    private func read<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
        try CareJSON.decoder().decode(type, from: Data(text.utf8))
    }

    @Test("Of a request with its id alone somebody goes to see: it is open and urgent")
    func request() throws {
        let request: Request = try read(#"{"id":"\#(Self.id)","say":5,"priority":"very","state":"met!"}"#)
        #expect(request.isUnreadable && request.priority == .urgent && request.state == .asked)
        #expect(try read(String(decoding: CareJSON.encoder().encode(request), as: UTF8.self)) == request)
        #expect(try !read(Self.whole, as: Request.self).isUnreadable)
        #expect(throws: DecodingError.self) { try read(#"{"say":"Tea"}"#, as: Request.self) }
    }

    @Test("A page of requests is read without those that have no id, which are named")
    func page() throws {
        let page: RequestPage = try read(
            """
            {"requests":[{"say":"?"},\(Self.whole),7,{"id":"x"},null],"sequence":2,\
            "journal":"\(Self.id)"}
            """)
        #expect(page.requests.map(\.label) == ["Tea"])
        #expect(page.unreadable.map(\.id) == [nil, nil, "x", nil])
        let faults: FaultPage = try read(#"{"faults":[{"id":"f1","kind":"something_new"}]}"#)
        #expect(faults.unreadable == [UnreadableItem(list: "faults", id: "f1")])
    }

    @Test("An agenda is read without what cannot be read")
    func agenda() throws {
        let agenda: Agenda = try read(
            """
            {"needs":[{"id":"tea","label":7}],"proposals":[],"day":"2026-03-28","zone":"UTC","today":[3],\
            "outstanding":[],"reminders":[],"told":[],"sequence":4,\
            "totals":{"needs":1,"proposals":0,"today":1,"outstanding":0,"reminders":0}}
            """)
        #expect(
            agenda.needs.isEmpty
                && agenda.unreadable.map(\.description) == ["needs: tea", "today: without an id"])
        #expect(
            try CareJSON.decoder().decode(Agenda.self, from: CareJSON.encoder().encode(agenda)).unreadable
                == [])
    }

    @Test("An event keeps what of it can be read")
    func event() throws {
        let event: JournalEvent = try read(
            #"{"sequence":3,"at":"2026-03-28T02:30:00Z","kind":"asked","request":{"id":1},"late":false}"#)
        #expect(event.isIncomplete && event.content == .unreadable(.request(.state(.asked))))
        #expect(event.kind.isCall)
        let other: JournalEvent = try read(
            #"{"sequence":3,"at":"2026-03-28T02:30:00Z","kind":"asked","request":{"id":"\#(Self.id)"},"late":false}"#
        )
        #expect(!other.isIncomplete && other.request?.isUnreadable == true)
    }
}
