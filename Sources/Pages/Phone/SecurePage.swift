import Care
import Wording

/// How a home gets an address with `https`, for whoever reads why their browser does not notify them: in steps, with this home's own
/// address in what is to be typed.
struct SecurePage {
    /// Written where it has to be filled in by hand.
    private static let placeholder = "ADDRESS"

    /// The pages have such an address already.
    let isSecure: Bool
    /// Whether others reach the home at an address that is known here: then what is to be typed is ready to be copied.
    let isKnown: Bool
    /// Whether it can be typed where this is read.
    let isReadThere: Bool
    let commands: String
    let lines: String
    /// The address then.
    let address: String

    private static func typed(_ field: String) -> String {
        """
        {{#isKnown}}\(SharedCommand.html(field)){{/isKnown}}\
        {{^isKnown}}<pre class="command" tabindex="0">{{\(field)}}</pre>{{/isKnown}}
        """
    }

    static let template = """
        <p>[[secure.what]]</p>
        {{#isSecure}}<p class="word good">\(Icon.check.html) [[secure.is_secure]]</p>{{/isSecure}}
        {{^isSecure}}{{^isReadThere}}<p>[[secure.who]]</p>{{/isReadThere}}
        <p class="problem">[[secure.cut]]</p>\(TerminalSteps.html(steps)){{/isSecure}}
        """

    private static let steps = """
        <h2>[[secure.make]]</h2>{{^isKnown}}<p>[[secure.find]]</p>{{/isKnown}}<p>[[secure.make_how]]</p>\(typed("commands"))
        <p class="quiet">[[secure.make_package]]</p>
        <h2>[[secure.name]]</h2><p>[[secure.name_how]]</p>\(SharedCommand.html("lines"))
        <h2>[[secure.begin]]</h2><p>[[secure.begin_how]]</p>
        <p>[[secure.elsewhere]]</p>
        """

    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        // Only coordinators may ask for it; others have come by an address that works.
        let steps: FirstSteps? =
            viewer.person.role == .coordinator ? try? await FirstSteps.read(call.api) : nil
        return call.page(
            Page(
                title: Text("secure.title"), template: "secure",
                content: SecurePage(SiteAddress(call, network: steps?.address)), back: "/more"))
    }

    /// - Parameter site: `http://192.168.1.20:4280`, as browsers write it.
    init(_ site: SiteAddress) {
        let address = site.text ?? ""
        isReadThere = site.isReadThere
        isKnown = site.text != nil && !site.isOfThisMachine
        isSecure = isKnown && address.hasPrefix("https:")
        let place = address.split(separator: "/").last.map(String.init) ?? ""
        let isBracketed = place.hasPrefix("[")
        let end = isBracketed ? place.firstIndex(of: "]") : place.lastIndex(of: ":")
        let found = String(end.map { place[..<$0] } ?? place[...]).filter { $0 != "[" }
        let host = isKnown ? found : Self.placeholder
        let typedPort = end.map { place[$0...].drop { $0 == "]" || $0 == ":" } }.map(String.init) ?? ""
        let port = typedPort.isEmpty ? "4280" : typedPort
        let isNumber = !isKnown || isBracketed || host.allSatisfy { $0.isNumber || $0 == "." }
        commands = """
            cd ~/.local/share/beckon
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 825 -subj /CN=Beckon \
            -addext "subjectAltName=\(isNumber ? "IP" : "DNS"):\(host)" -keyout home.key -out home.pem
            chmod 600 home.key
            """
        lines = """
            service:
              listen: 0.0.0.0:\(port)
              certificate: home.pem
              key: home.key
            """
        self.address = "https://\(isBracketed && isKnown ? "[\(host)]" : host):\(port)"
    }
}
