import Chance

/// Styles, scripts and icons; they are in the program, so that no path of a browser reaches the disk. Fonts are not:
/// those that are found at the start are read where they stand.
///
/// A page names each with what is in it (`/assets/pages.css?v=…`): a browser keeps it for good, and asks for another one as soon as
/// there is another.
enum PageAssets {
    private struct Asset {
        let type: String
        let bytes: [UInt8]
        let version: String

        init(_ type: String, _ parts: [UInt8]...) {
            self.type = type
            bytes = parts.flatMap(\.self)
            version = String(FNV1a.hash(bytes), radix: 16)
        }
    }

    private static let css = "text/css; charset=utf-8"
    private static let script = "text/javascript; charset=utf-8"
    private static let all: [String: Asset] = [
        "pages.css": Asset(css, InterFont.style, PackageResources.tokens_css, PackageResources.pages_css),
        "display.css": Asset(css, InterFont.style, PackageResources.display_css),
        "icons.svg": Asset("image/svg+xml", PackageResources.icons_svg),
        "pages.js": Asset(script, PackageResources.pages_js),
        "now.js": Asset(script, PackageResources.now_js),
        "display.js": Asset(script, PackageResources.display_js),
        "boards.js": Asset(script, PackageResources.boards_js),
        "calls.js": Asset(script, PackageResources.calls_js),
        "picture.js": Asset(script, PackageResources.picture_js),
        "history.js": Asset(script, PackageResources.history_js),
    ]

    /// Where a page finds it.
    static func path(_ name: String) -> String {
        guard let asset = all[name] else { preconditionFailure("there is no asset \(name)") }
        return "/assets/\(name)?v=\(asset.version)"
    }

    /// `nil` for anything else.
    static func response(_ request: PageRequest) -> PageResponse? {
        guard request.method == .get, request.path.hasPrefix("/assets/") else { return nil }
        let name = request.path.dropFirst("/assets/".count)
        if let asset = all[String(name)] {
            return response(request, asset.bytes, type: asset.type, version: asset.version)
        }
        guard let font = InterFont.faces.first(where: { $0.name == name }), let bytes = font.read() else {
            return nil
        }
        return response(request, bytes, type: "font/otf", version: font.version)
    }

    private static func response(
        _ request: PageRequest, _ bytes: [UInt8], type: String, version: String
    ) -> PageResponse {
        // Without its version it may be another one after an update.
        let isVersion = request.query["v"] == version
        return PageResponse(
            status: 200,
            headers: [
                .init(name: "content-type", value: type),
                .init(
                    name: "cache-control",
                    value: isVersion ? "public, max-age=31536000, immutable" : "no-cache"),
            ], body: bytes)
    }
}
