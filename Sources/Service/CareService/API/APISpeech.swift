import Care
import HTTPTypes
import Hummingbird
import NIOCore
import StaffFiles

/// How a text sounds in the home's own voice.
enum APISpeech {
    static let places = [APIPlace("speech", APIMethod(.post, for: .people, say))]

    private static func say(_ call: APICall, _ caller: Caller) async throws -> Response {
        let sample = try await call.plan(SpeechSample.self)
        try APIRules.check { () throws(FieldProblem) in try sample.check() }
        if let language = sample.language, !LanguageTag.isWellFormed(language) {
            throw CareProblem(
                .notAcceptable,
                "it is not a language tag, such as `en-GB`" + LanguageTag.suggestion(for: language),
                field: "language")
        }
        guard let speech = call.core.configuration.speech else {
            throw CareProblem(.notFound, "this service has no voice: it runs elsewhere")
        }
        let file = try await call.core.work.speech.run(for: call.sender) {
            try await speech.file(of: sample)
        }
        return Response(
            status: .ok, headers: [.contentType: "audio/wav"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file)))
    }
}
