import Care
import Wording

/// How a home gets an address with `https`, for whoever reads why their browser does not notify them: in steps, with this home's own
/// address in what is to be typed.
struct SecurePage {
    /// The pages have such an address already.
    let isSecure: Bool
    let commands: String
    let lines: String
    /// The address then.
    let address: String

    static let template = """
        <p>[[secure.what]]</p>
        {{#isSecure}}<p class="word good">\(Icon.check.html) [[secure.is_secure]]</p>{{/isSecure}}
        {{^isSecure}}<h2>[[secure.make]]</h2><p>[[secure.make_how]]</p>\(SharedCommand.html("commands"))
        <p class="quiet">[[secure.make_package]]</p>
        <h2>[[secure.name]]</h2><p>[[secure.name_how]]</p>\(SharedCommand.html("lines"))
        <h2>[[secure.begin]]</h2><p>[[secure.begin_how]]</p>
        <p class="quiet">[[secure.elsewhere]]</p>{{/isSecure}}
        """

    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        // Only coordinators may ask for it; others have come by an address that works.
        let steps: FirstSteps? =
            viewer.person.role == .coordinator ? try? await FirstSteps.read(call.api) : nil
        let address = SiteAddress(call, network: steps?.address).text ?? ""
        return call.page(
            Page(title: Text("secure.title"), template: "secure", content: SecurePage(address), back: "/more")
        )
    }

    /// - Parameter address: `http://192.168.1.20:4280`, as browsers write it; empty where it is not known.
    init(_ address: String) {
        isSecure = address.hasPrefix("https:")
        let place = address.split(separator: "/").last.map(String.init) ?? ""
        let isBracketed = place.hasPrefix("[")
        let end = isBracketed ? place.firstIndex(of: "]") : place.lastIndex(of: ":")
        let host = String(end.map { place[..<$0] } ?? place[...]).filter { $0 != "[" }
        let port = end.map { place[$0...].drop { $0 == "]" || $0 == ":" } }.map(String.init) ?? ""
        let isNumber = isBracketed || host.allSatisfy { $0.isNumber || $0 == "." }
        commands = """
            cd ~/.local/share/beckon
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 825 -subj /CN=Beckon \
            -addext "subjectAltName=\(isNumber ? "IP" : "DNS"):\(host)" -keyout home.key -out home.pem
            chmod 600 home.key
            """
        lines = """
            service:
              listen: 0.0.0.0:\(port.isEmpty ? "4280" : port)
              certificate: home.pem
              key: home.key
            """
        self.address = "https://\(place)"
    }
}
