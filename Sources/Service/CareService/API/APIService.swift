import Care
import HTTPTypes
import Hummingbird
import NIOCore
import StoreFiles

/// The service itself: its health, its API document and its events.
enum APIService {
    static let places = [
        APIPlace("health", APIMethod(open: .get, health)),
        APIPlace("status", APIMethod(.get, for: .caregivers, status)),
        APIPlace("openapi.json", APIMethod(.get, for: .everyone, document)),
        APIPlace(
            "events",
            APIMethod(.get, for: .listeners, of: .clientsOrPlans) { call, caller in
                try EventStreamBody(
                    core: call.core, caller: caller, query: call.query,
                    place: try call.core.streams.place(for: caller), line: call.source.line
                ).response(to: call.request)
            }),
    ]

    private static func health(_ call: APICall) throws -> Response {
        let failure = call.core.failure
        return try APICall.response(
            failure == nil ? .ok : .serviceUnavailable,
            ServiceHealth(
                status: failure == nil ? .up : .storeFailed, version: call.core.configuration.version,
                detail: failure?.description))
    }

    private static func status(_ call: APICall, _ caller: Caller) async throws -> Response {
        try APICall.response(.ok, await call.core.status())
    }

    private static func document(_ call: APICall, _ caller: Caller) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: APIDocument.bytes)))
    }
}
