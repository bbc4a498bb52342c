import Chance
import Wording

/// The script that a browser runs beside the pages, and that answers where the service does not.
///
/// It is another one whenever what it keeps is another one: a browser then takes the new one.
struct AppWorker: Sendable {
    private static let path = "/assets/worker.js"
    private let bytes: [UInt8]

    init(_ translations: [Translation]) {
        let texts = translations.filter(\.isWhole).flatMap { translation in
            translation.names.filter { $0.hasPrefix("phone.") || $0.hasPrefix("script.") }.sorted().map {
                // In an order of its own: the same words give the same script each time the service starts.
                (translation.pattern($0)?.written ?? [:]).map { "\($0) \($1)" }.sorted().joined(
                    separator: "\n")
            }
        }
        let assets = ["pages.css", "offline.js", "icons.svg"].map(PageAssets.path)
        let source = String(decoding: PackageResources.worker_js, as: UTF8.self)
        let all = ([source, OfflinePage.template] + texts + assets).joined(separator: "\n")
        bytes = Array(
            source.replacing("/*version*/", with: String(FNV1a.hash(Array(all.utf8)), radix: 16)).utf8)
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
