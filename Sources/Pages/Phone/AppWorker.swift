import Chance

/// The script that a browser runs beside the pages, and that answers where the service does not.
///
/// It is another one whenever what it keeps is another one: a browser then takes the new one.
struct AppWorker: Sendable {
    private static let path = "/assets/worker.js"
    private let bytes: [UInt8]

    /// - Parameter pages: The page without a connection in each language. What it is drawn with, it names with its version.
    init(keeping pages: [String]) {
        let source = String(decoding: PackageResources.worker_js, as: UTF8.self)
        let version = String(FNV1a.hash(Array(([source] + pages).joined(separator: "\n").utf8)), radix: 16)
        bytes = Array(source.replacing("/*version*/", with: version).utf8)
    }

    /// It may answer for all pages, although it stands with the other scripts; and it is asked for anew each time.
    func response(_ request: PageRequest) -> PageResponse? {
        guard request.method == .get, request.path == Self.path else { return nil }
        return PageResponse(
            status: 200,
            headers: [
                .init(name: "content-type", value: "text/javascript; charset=utf-8"),
                .init(name: "cache-control", value: "no-cache"),
                .init(name: "service-worker-allowed", value: "/"),
            ], body: bytes)
    }
}
