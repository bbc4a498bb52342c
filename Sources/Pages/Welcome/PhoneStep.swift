import Care
import FoundationEssentials
import Wording

/// The reader's own phone: a code for its camera that logs them in there.
struct PhoneStep {
    let place: StepPlace
    /// `nil` where no other machine finds the service, and where the password has to be typed first.
    let shared: SharedLink?
    /// Without TLS, phones neither install an app nor keep what it knew.
    let isPlain: Bool
    let expires: Text
    /// Where the service listens to its own machine alone: what to type there.
    let command: String?
    /// The same, where whoever started it has said on the command line where it listens: what starts it anew.
    let restart: String?
    let isStarted: Bool
    /// It is open, but in no network.
    let hasNoNetwork: Bool
    /// It would be open with a certificate that can be used.
    let hasNoCertificate: Bool
    let isSecret: Bool
    /// They have logged in somewhere else since this page was opened.
    let isThere: Bool

    /// How long ago they have logged in elsewhere, in seconds, if that is to be the phone: the page may stay open for days.
    private static let recent = 900.0

    private static func done(_ words: String, _ style: String) -> String {
        Form.post("/welcome/done/phone") + #"<button class="\#(style)">\#(words)</button></form>"#
    }

    private static let plain = """
        <p class="quiet">[[welcome.phone_plain]]</p><p><a href="/secure">[[secure.title]]</a></p>
        """

    static let template = """
        {{> welcome.place}}
        {{#isThere}}<p class="word good">\(Icon.check.html) [[welcome.phone_there]]</p>{{/isThere}}
        {{^isThere}}{{#shared}}<p>[[welcome.phone_scan]]</p>{{> shared}}
        <p class="quiet">[[welcome.phone_once]]</p>{{#isPlain}}<p class="quiet">[[welcome.phone_bookmark]]</p>{{/isPlain}}{{/shared}}
        {{#isSecret}}<p>[[welcome.phone_secret]]</p>
        \(Form.post("/welcome/phone"))<button class="main">[[welcome.phone_show]]</button></form>{{/isSecret}}
        {{#command}}<p>[[welcome.phone_closed]]</p>\(SharedCommand.html("."))
        <p>[[welcome.phone_then]]</p>\(plain){{/command}}
        {{#isStarted}}<p>[[welcome.phone_started]]</p>{{#restart}}\(SharedCommand.html("."))
        <p>[[welcome.phone_then]]</p>\(plain){{/restart}}{{/isStarted}}
        {{#hasNoNetwork}}<p>[[welcome.phone_no_network]]</p><p>[[welcome.phone_then]]</p>{{/hasNoNetwork}}
        {{#hasNoCertificate}}<p>[[welcome.phone_no_certificate]]</p>{{/hasNoCertificate}}{{/isThere}}
        <div class="row">{{#isThere}}\(done("[[welcome.go_on]]", "main")){{/isThere}}{{#shared}}\(done("[[welcome.phone_is_in]]", "")){{/shared}}\
        {{^isThere}}\(StepPlace.later){{/isThere}}</div>
        """

    static let routes = [
        PageRoute(.get, "/welcome/phone", for: [.coordinator], show),
        // Asks for the password once more, if that was long ago; then the page can show the code.
        PageRoute(.post, "/welcome/phone", for: [.coordinator]) { call, _ in
            let _: LoginLink = try await call.api.send("POST", "login-links", Ignored())
            return .seeOther(path(call))
        },
    ]

    /// The page, as it is opened now: it is read again under this address.
    private static func path(_ call: PageCall) -> String {
        "/welcome/phone?since=\(Int(call.request.now.timeIntervalSince1970))"
    }

    private static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        guard let opened = call.query["since"].flatMap(Double.init) else { return .seeOther(path(call)) }
        let steps = try await FirstSteps.read(call.api)
        let address = SiteAddress(call, network: steps.address)
        let sessions: SessionPage = try await call.api.get("sessions")
        let earliest = max(opened, call.request.now.timeIntervalSince1970 - recent)
        let isThere = sessions.sessions.contains {
            !$0.isThis && $0.since.timeIntervalSince1970 >= earliest
        }
        var link: LoginLink?
        var isSecret = false
        if !address.isOfThisMachine, !isThere {
            do throws(CareProblem) { link = try await call.api.send("POST", "login-links", Ignored()) } catch
            {
                guard error.asksForPassword else { throw error }
                isSecret = true
            }
        }
        let obstacle = address.isOfThisMachine ? steps.obstacle : nil
        let command = obstacle == .closed ? steps.commands.open : nil
        return call.page(
            Page(
                title: FirstStep.phone.title, template: "welcome.phone",
                content: PhoneStep(
                    place: StepPlace(.phone, steps),
                    shared: link.map { SharedLink((address.text ?? "") + $0.path, isReachable: true) },
                    isPlain: address.text?.hasPrefix("http:") ?? false,
                    // What comes is rounded up elsewhere; an end is rather told too early.
                    expires: link.map { call.when($0.expiresAt.addingTimeInterval(-30)) } ?? .empty,
                    command: command,
                    restart: obstacle == .closed && command == nil ? steps.commands.restart : nil,
                    isStarted: obstacle == .closed && command == nil,
                    hasNoNetwork: obstacle == .noNetwork, hasNoCertificate: obstacle == .certificate,
                    isSecret: isSecret, isThere: isThere),
                live: ["heard"], back: "/welcome", every: 3))
    }
}
