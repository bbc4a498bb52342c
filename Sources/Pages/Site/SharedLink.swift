import QRCodes
import Wording

/// A link that goes to another device: as a QR code for its camera, and to be copied or shared.
struct SharedLink {
    struct Code {
        /// The modules, and how many are on each side, as the attributes of an SVG.
        let path: String
        let box: String

        /// `nil` for what is too long for one.
        init?(_ text: String) {
            guard let code = QRCode(text) else { return nil }
            path = code.svgPath
            box = "0 0 \(code.fullSize) \(code.fullSize)"
        }
    }

    /// With the site's address.
    let link: String
    /// `nil` where the link does not work elsewhere, or is too long for one.
    let qr: Code?

    /// - Parameter isReachable: Whether other devices can open it.
    init(_ link: String, isReachable: Bool) {
        self.link = link
        qr = isReachable ? Code(link) : nil
    }

    /// It is there where a script can copy.
    static let copy = """
        <button type="button" data-do="copy" data-done="[[share.copied]]" hidden>\(Icon.copy.html)<span>[[share.copy]]</span></button>
        """

    /// Cameras need black on white, also where the page is dark; so these are no colours of the design.
    ///
    /// - Parameter label: What it holds, as HTML.
    static func code(_ label: String) -> String {
        """
        {{#qr}}<svg class="qr" role="img" aria-label="\(label)" viewBox="{{box}}" shape-rendering="crispEdges">\
        <path fill="#fff" d="M0 0h200v200H0z"/><path fill="#000" d="{{path}}"/></svg>{{/qr}}
        """
    }

    static let template = """
        <div class="shared" data-link="{{link}}">
        \(code("[[share.code]]"))
        <p class="link"><a href="{{link}}">{{link}}</a></p>
        <div class="row">\(copy)\
        <button type="button" data-do="share" hidden>\(Icon.share.html)<span>[[share.share]]</span></button></div>
        </div>
        """
}
