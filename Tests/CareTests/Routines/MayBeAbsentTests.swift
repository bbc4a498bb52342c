import Care
import Foundation
import Testing

@Suite("Members that a message may leave out")
struct MayBeAbsentTests {
    private struct Message: Codable, Equatable {
        @MayBeAbsent var audience: Audience
        @MayBeAbsent var numbers: [Int]
    }

    @Test(
        "Left out or null, a member is its default; an empty list is not written",
        arguments: [
            ("{}", #"{"audience":"client"}"#),
            (#"{"audience":null,"numbers":null}"#, #"{"audience":"client"}"#),
            (#"{"numbers":[]}"#, #"{"audience":"client"}"#),
            (#"{"audience":"household","numbers":[2,1]}"#, #"{"audience":"household","numbers":[2,1]}"#),
        ])
    func coding(read: String, written: String) throws {
        let message = try CareJSON.decoder().decode(Message.self, from: Data(read.utf8))
        #expect(String(decoding: try CareJSON.encoder().encode(message), as: UTF8.self) == written)
    }

    @Test("What is there and wrong is not taken for absent")
    func wrong() {
        for text in [#"{"audience":"family"}"#, #"{"numbers":"one"}"#] {
            #expect(throws: DecodingError.self) {
                try CareJSON.decoder().decode(Message.self, from: Data(text.utf8))
            }
        }
    }
}
