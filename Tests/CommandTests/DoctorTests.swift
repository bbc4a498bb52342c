import Testing

@testable import beckon

@Suite("beckon doctor")
struct DoctorTests {
    @Test("A kiosk that takes presses without a switch here is no error: who tries Beckon is heard")
    func pressed() {
        for canType in [false, true] {
            #expect(Examination.withoutSwitch(.pressed, canType: canType).status == .warning)
        }
        #expect(Examination.withoutSwitch(.unknown, canType: true).status == .warning)
    }

    @Test("Where presses can come from nowhere, that is an error")
    func missing() {
        for canType in [false, true] {
            #expect(Examination.withoutSwitch(.missesSwitch, canType: canType).status == .error)
        }
        #expect(Examination.withoutSwitch(.unknown, canType: false).status == .error)
    }
}
