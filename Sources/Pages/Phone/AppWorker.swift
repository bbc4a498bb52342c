import Chance
import FoundationEssentials
import Wording

/// The script that a browser runs beside the pages: it shows what the service pushes, and answers where the service does not.
///
/// It is another one whenever what it keeps or says is another one: a browser then takes the new one.
struct AppWorker: Sendable {
    private static let path = "/assets/worker.js"
    /// Its texts have names that begin with it.
    private static let group = "worker."
    private let bytes: [UInt8]

    /// - Parameters:
    ///   - pages: The page without a connection in each language. What it is drawn with, it names with its version.
    ///   - translations: In which it speaks: a push names its reader's language.
    ///
    /// Throws where the texts cannot be written as JSON.
    init(keeping pages: [String], saying translations: [Translation]) throws {
        let texts = translations.map { translation in
            let names = translation.names.filter { $0.hasPrefix(Self.group) }
            let own = Dictionary(uniqueKeysWithValues: names.map { ($0, translation(Text($0))) })
            return (translation.language.lowercased(), own)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = try encoder.encode(Dictionary(texts, uniquingKeysWith: { first, _ in first }))
        let source = String(decoding: PackageResources.worker_js, as: UTF8.self)
            .replacing("{/*texts*/}", with: String(decoding: json, as: UTF8.self))
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
