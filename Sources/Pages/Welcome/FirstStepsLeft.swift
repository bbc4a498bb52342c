import Care
import FoundationEssentials
import Wording

/// What a home still lacks after its first start, as *Now* says it to coordinators: one way for each, until it is done or nobody wants to read it.
struct FirstStepsLeft {
    struct Line {
        let key: String
        let path: String
        let icon: String
        let words: Text
    }

    let lines: [Line]
    /// What is put away with one tap: those that are listed.
    let listed: String

    /// `nil` where nothing is missing, for everybody else, and where it cannot be read.
    init?(_ call: PageCall, _ viewer: Viewer) async {
        guard viewer.person.role == .coordinator,
            let steps: FirstSteps = try? await call.api.get("first-steps")
        else { return nil }
        var (lines, listed): ([Line], [String]) = ([], [])
        for step in steps.open where await Self.isMissing(step, call, viewer) {
            listed.append(step.rawValue)
            lines.append(
                Line(
                    key: "first-\(step.rawValue)", path: step.path, icon: step.icon.rawValue,
                    words: Text("welcome.lacks_\(step.rawValue)")))
        }
        guard !lines.isEmpty else { return nil }
        self.lines = lines
        self.listed = listed.joined(separator: " ")
    }

    /// Whether somebody would miss it: a question may be open whose answer has been given in another way.
    private static func isMissing(_ step: FirstStep, _ call: PageCall, _ viewer: Viewer) async -> Bool {
        switch step {
        case .client, .sound: return false
        case .board: return true
        // A call from the switch has not come yet.
        case .call: return true
        case .phone:
            let own: SessionPage? = try? await call.api.get("sessions")
            guard own?.sessions.allSatisfy(\.isThis) ?? false else { return false }
            // Messages come to a phone without a login there; notifications of this browser do not make it another.
            let list: ContactPage? = try? await call.api.get("contacts")
            return list?.contacts.contains { contact in
                contact.person == viewer.person.id && contact.isOn && contact.state != .ended
                    && contact.channel != HomeChannel.push
            } != true
        case .others:
            let page: AccountPage? = try? await call.api.get("accounts")
            return page.map { $0.accounts.count { $0.hasLogin && $0.person.isCarer } < 2 } ?? false
        }
    }

    static let template = """
        {{#firstSteps}}<section class="card" data-key="first-steps" aria-labelledby="first-steps-title"><h2 id="first-steps-title">[[welcome.still_missing]]</h2>
        <ul class="lines">{{#lines}}<li data-key="{{key}}"><a href="{{path}}">\(Icon.html("{{icon}}")) {{words}}</a></li>{{/lines}}</ul>
        \(Form.post("/welcome/away", class: "row", sends: [WelcomeList.listed: "{{listed}}"]))<button>[[welcome.stop_saying]]</button></form></section>{{/firstSteps}}
        """
}

extension Person {
    /// Whether they look after the home's clients.
    fileprivate var isCarer: Bool { isActive && (role == .caregiver || role == .coordinator) }
}
