import Chance
import FoundationEssentials
import Wording

/// Styles, scripts and icons; they are in the program, so that no path of a browser reaches the disk. Fonts are not:
/// those that are found at the start are read where they stand.
///
/// A page names each with what is in it (`/assets/pages.css?v=…`): a browser keeps it for good, and asks for another one as soon as
/// there is another.
enum PageAssets {
    struct Asset: Sendable {
        let type: String
        let bytes: [UInt8]
        let version: String

        fileprivate init(_ type: String, _ parts: [UInt8]...) {
            self.type = type
            bytes = parts.flatMap(\.self)
            version = String(FNV1a.hash(bytes), radix: 16)
        }
    }

    private static let css = "text/css; charset=utf-8"
    fileprivate static let script = "text/javascript; charset=utf-8"
    private static let all: [String: Asset] = [
        "pages.css": Asset(css, InterFont.style, PackageResources.tokens_css, PackageResources.pages_css),
        "display.css": Asset(css, InterFont.style, PackageResources.display_css),
        "icons.svg": Asset("image/svg+xml", PackageResources.icons_svg),
        "app.svg": Asset("image/svg+xml", PackageResources.app_svg),
        "app-192.png": Asset("image/png", PackageResources.app_192_png),
        "app-512.png": Asset("image/png", PackageResources.app_512_png),
        "app-maskable.png": Asset("image/png", PackageResources.app_maskable_png),
        "app-touch.png": Asset("image/png", PackageResources.app_touch_png),
        "offline.js": Asset(script, PackageResources.offline_js),
        "battery.js": Asset(script, PackageResources.battery_js),
        "passkeys.js": Asset(script, PackageResources.passkeys_js),
        "phone.js": Asset(script, PackageResources.phone_js),
        "reach.js": Asset(script, PackageResources.reach_js),
        "frame.js": Asset(script, PackageResources.frame_js),
        "pages.js": Asset(script, PackageResources.pages_js),
        "forms.js": Asset(script, PackageResources.forms_js),
        "daily.js": Asset(script, PackageResources.daily_js),
        "goals.js": Asset(script, PackageResources.goals_js),
        "now.js": Asset(script, PackageResources.now_js),
        "display.js": Asset(script, PackageResources.display_js),
        "calendars.js": Asset(script, PackageResources.calendars_js),
        "boards.js": Asset(script, PackageResources.boards_js),
        "sheet.js": Asset(script, PackageResources.sheet_js),
        "listen.js": Asset(script, PackageResources.listen_js),
        "phrases.js": Asset(script, PackageResources.phrases_js),
        "recording.js": Asset(script, PackageResources.recording_js),
        "picture.js": Asset(script, PackageResources.picture_js),
        "history.js": Asset(script, PackageResources.history_js),
        "plan.js": Asset(script, PackageResources.plan_js),
    ]

    /// The script with what all others say in one language, of which a browser asks for its own.
    struct Words: Sendable {
        private static let name = "/assets/words.js"
        /// Texts of scripts have names that begin with one of these.
        private static let groups = ["script.", "format.time_"]
        /// Those that a page says, too: what became of a client's call.
        private static let shared: Set = [
            "mine.comes", "mine.somebody_comes", "mine.done_by", "today.done", "mine.cannot",
            "mine.somebody_cannot",
        ]
        private let language: String
        private let asset: Asset

        /// Where a page finds it.
        var path: String { "\(Self.name)?l=\(language)&v=\(asset.version)" }

        init(_ translation: Translation) throws {
            language = PageText.escaped(translation.language)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let members = try translation.names.filter { name in
                Self.shared.contains(name) || Self.groups.contains { name.hasPrefix($0) }
            }.sorted().map { name in
                let forms = translation.pattern(name)?.written ?? [:]
                let isCounted = forms.count > 1
                let texts = Dictionary(uniqueKeysWithValues: forms.map { ($0.key.rawValue, $0.value) })
                let json = isCounted ? try encoder.encode(texts) : try encoder.encode(texts["other"] ?? "")
                return "\"\(name)\": " + String(decoding: json, as: UTF8.self)
            }
            let source = String(decoding: PackageResources.words_js, as: UTF8.self)
                .replacing("/*texts*/", with: members.joined(separator: ",\n"))
                .replacing("/*language*/", with: language)
            asset = Asset(PageAssets.script, Array(source.utf8))
        }

        func response(_ request: PageRequest) -> PageResponse? {
            guard request.method == .get, request.path == Self.name, request.query["l"] == language else {
                return nil
            }
            return PageAssets.response(request, asset.bytes, type: asset.type, version: asset.version)
        }
    }

    /// The script with what the client's screen says by itself, in every language: its own is known only when its kiosk is heard.
    struct ScreenWords: Sendable {
        private static let name = "/assets/screen.js"
        /// Texts of the screen have names that begin with it.
        private static let group = "screen."
        private let asset: Asset

        /// Where the screen finds it.
        var path: String { "\(Self.name)?v=\(asset.version)" }

        init(_ translations: [Translation]) throws {
            let all = translations.map { translation in
                let names = translation.names.filter { $0.hasPrefix(Self.group) }
                let own = names.map { (String($0.dropFirst(Self.group.count)), translation(Text($0))) }
                return (translation.language.lowercased(), Dictionary(uniqueKeysWithValues: own))
            }
            // Where a country only writes numbers and times in its own way, its language has the words.
            let texts = all.filter { tag, own in
                let language = tag.prefix { $0 != "-" }
                return language == tag || all.first { $0.0 == language }?.1 != own
            }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let json = try encoder.encode(Dictionary(texts, uniquingKeysWith: { first, _ in first }))
            let source = String(decoding: PackageResources.screen_js, as: UTF8.self)
                .replacing("{/*texts*/}", with: String(decoding: json, as: UTF8.self))
            asset = Asset(PageAssets.script, Array(source.utf8))
        }

        func response(_ request: PageRequest) -> PageResponse? {
            guard request.method == .get, request.path == Self.name else { return nil }
            return PageAssets.response(request, asset.bytes, type: asset.type, version: asset.version)
        }
    }

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

    fileprivate static func response(
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
