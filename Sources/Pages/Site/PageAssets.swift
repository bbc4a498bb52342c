/// Styles and scripts; they are in the program, so that no path of a browser reaches the disk.
enum PageAssets {
    private static let all: [String: (type: String, bytes: [UInt8])] = [
        "pages.css": ("text/css; charset=utf-8", PackageResources.pages_css),
        "pages.js": ("text/javascript; charset=utf-8", PackageResources.pages_js),
        "display.css": ("text/css; charset=utf-8", PackageResources.display_css),
        "now.js": ("text/javascript; charset=utf-8", PackageResources.now_js),
        "display.js": ("text/javascript; charset=utf-8", PackageResources.display_js),
        "boards.js": ("text/javascript; charset=utf-8", PackageResources.boards_js),
        "calls.js": ("text/javascript; charset=utf-8", PackageResources.calls_js),
        "picture.js": ("text/javascript; charset=utf-8", PackageResources.picture_js),
        "history.js": ("text/javascript; charset=utf-8", PackageResources.history_js),
    ]

    /// `nil` for anything else.
    static func response(_ request: PageRequest) -> PageResponse? {
        guard request.method == .get, request.path.hasPrefix("/assets/"),
            let asset = all[String(request.path.dropFirst("/assets/".count))]
        else { return nil }
        return PageResponse(
            status: 200,
            headers: [
                .init(name: "content-type", value: asset.type),
                // Browsers get a new version at the next start of the service, not a day later.
                .init(name: "cache-control", value: "no-cache"),
            ], body: asset.bytes)
    }
}
