import Care
import FoundationEssentials
import Wording

/// What makes these pages a thing on the phone: a manifest, a worker, and the page that it shows without a connection.
enum PhonePages: PageTopic {
    static let routes: [PageRoute] = [
        PageRoute(open: .get, AppManifest.path) { call in try AppManifest.draw(call) },
        PageRoute(open: .get, OfflinePage.path) { call in try call.site.offline(for: call.request) },
        PageRoute(.get, "/secure", for: .staff, SecurePage.show),
    ]

    static let templates: [String: String] = [
        OfflinePage.templateName: OfflinePage.template, "secure": SecurePage.template,
    ]
}

/// What an installed app is called, and how it looks (W3C, Web Application Manifest).
struct AppManifest: Encodable {
    static let path = "/manifest.webmanifest"

    struct Picture: Encodable {
        let src: String
        let sizes: String
        let type: String
        let purpose: String
    }

    let id = "/"
    let startURL = "/"
    let scope = "/"
    let display = "standalone"
    let name: String
    let shortName: String
    let description: String
    let lang: String
    let dir: String
    let backgroundColour: String
    let themeColour: String
    let icons: [Picture]

    enum CodingKeys: String, CodingKey {
        case id, scope, display, name, description, lang, dir, icons
        case startURL = "start_url"
        case shortName = "short_name"
        case backgroundColour = "background_color"
        case themeColour = "theme_color"
    }

    /// Longest name below an icon, in characters; longer ones are cut by phones.
    private static let shortest = 12

    /// Whose home it is, only those learn who have logged in there: the page asks with its cookie.
    static func draw(_ call: PageCall) throws -> PageResponse {
        let home = call.request.viewer == nil ? nil : call.request.home
        let translation = call.site.translation(for: call.request)
        func picture(_ file: String, _ side: Int, _ purpose: String) -> Picture {
            Picture(
                src: PageAssets.path(file), sizes: "\(side)x\(side)", type: "image/png", purpose: purpose)
        }
        let manifest = AppManifest(
            name: home.map { "\($0) – Beckon" } ?? "Beckon",
            shortName: home.flatMap { $0.count <= shortest ? $0 : nil } ?? "Beckon",
            description: call.say(Text("phone.description")), lang: translation.language,
            dir: translation.isRightToLeft ? "rtl" : "ltr", backgroundColour: ThemeColour.light,
            themeColour: ThemeColour.light,
            icons: [
                picture("app-192.png", 192, "any"), picture("app-512.png", 512, "any"),
                picture("app-maskable.png", 512, "maskable"),
            ])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return PageResponse(
            status: 200,
            headers: [
                .init(name: "content-type", value: "application/manifest+json; charset=utf-8"),
                .init(name: "cache-control", value: "no-store"),
            ], body: Array(try encoder.encode(manifest)))
    }
}

/// The colour of what a browser draws around a page: the ground of the design's tokens, in the light and in the dark.
enum ThemeColour {
    static let light = grounds.first ?? "#ffffff"
    static let dark = grounds.last ?? "#000000"

    private static let grounds: [String] = {
        let tokens = String(decoding: PackageResources.tokens_css, as: UTF8.self)
        return tokens.matches(of: /--ground:\s*(#[0-9a-f]{6})/).map { String($0.1) }
    }()
}

/// What is shown without a connection: that there is none, and the last calls that this browser knew, marked as old.
///
/// It holds nothing of anybody: a worker keeps it for whoever reads here. The calls are what a script finds in the browser.
struct OfflinePage {
    static let path = "/offline"
    static let templateName = "offline"

    let language: String
    let direction: String
    /// Where the script with its words is.
    let words: String

    static let template = """
        <!DOCTYPE html>
        <html lang="{{language}}" dir="{{direction}}">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>[[phone.offline]] – Beckon</title>
        <link rel="stylesheet" href="\(PageAssets.path("pages.css"))">
        \(PhoneHead.template)
        <script src="{{words}}" defer></script>
        <script src="\(PageAssets.path("offline.js"))" defer></script>
        <script src="\(PageAssets.path("goals.js"))" defer></script>
        </head>
        <body>
        <header><h1>[[phone.offline]]</h1></header>
        <main id="main">
        <p class="notice problem" role="alert">\(Icon.away.html)<span>[[phone.offline_what]]</span></p>
        <p>[[phone.offline_do]]</p>
        <div class="row"><button type="button" id="again" class="main">[[phone.again]]</button></div>
        <section id="known" hidden aria-labelledby="known-title">
        <h2 id="known-title">[[phone.known]]</h2>
        <p id="known-at" class="problem"></p>
        <ul class="cards"></ul>
        </section>
        <p id="unknown" class="quiet" hidden>[[phone.unknown]]</p>
        \(OfflineGoals.template)
        </main>
        </body>
        </html>
        """
}

/// What every page's head says of the app.
enum PhoneHead {
    static let template = """
        <link rel="icon" href="\(PageAssets.path("app.svg"))" type="image/svg+xml">
        <link rel="apple-touch-icon" href="\(PageAssets.path("app-touch.png"))">
        <link rel="manifest" href="\(AppManifest.path)" crossorigin="use-credentials">
        <meta name="theme-color" content="\(ThemeColour.light)" media="(prefers-color-scheme: light)">
        <meta name="theme-color" content="\(ThemeColour.dark)" media="(prefers-color-scheme: dark)">
        """
}

/// The offer to put the pages on the home screen. A script shows it, where that can be done, and not on the first visit.
enum InstallOffer {
    static let template = """
        <div id="install" class="card line" data-own hidden>
        <p data-for="prompt" hidden>[[phone.install]]</p><p data-for="share" hidden>[[phone.install_share]]</p>
        <div class="row"><button type="button" data-do="install" hidden>[[phone.install_do]]</button>
        <button type="button" data-do="never">[[phone.install_never]]</button></div></div>
        """
}
