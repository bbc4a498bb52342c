import Speech
import Testing

@testable import Roles

@Suite("What is said, on a terminal")
struct CaptionsTests {
    private let fault = Utterance(
        id: UtteranceID(rawValue: 1), voice: .alert, kind: .fault, precedence: .alert,
        parts: [.text("A file of Mia's kiosk has a mistake: until it is fixed, it is not used.")],
        language: nil)

    @Test("A caption is broken between words, and goes on below its beginning")
    func broken() {
        #expect(
            Captions.line(fault, role: .station, pressNow: "press now", columns: 40) == """
                  ⚠ A file of Mia's kiosk has a mistake:
                    until it is fixed, it is not used.

                """)
    }

    @Test("Where no terminal shows it, it is one line")
    func whole() {
        #expect(
            Captions.line(fault, role: .station, pressNow: "press now")
                == "  ⚠ A file of Mia's kiosk has a mistake: until it is fixed, it is not used.\n")
    }
}
