import Care
import Costs
import Wording

/// Where somebody can be paid, as whoever owes them sees it: the reader says it for themselves, a coordinator also for a client.
struct PaymentLinkPage {
    /// Whose it is, and where that is said.
    private struct Place {
        let person: String
        /// Where the form is.
        let path: String
        let back: String
        let title: Text
        let meaning: Text
        let saved: CostNotice
        let removed: CostNotice
        /// Where it is said what was just done.
        let done: String

        /// The reader's own.
        init(of viewer: Viewer) {
            let isClient = viewer.person.role == .client
            person = viewer.person.id
            back = isClient ? MineCosts.base : CostPages.base
            path = back + "/link"
            title = Text("costs.link")
            meaning = Text(isClient ? "costs.link_meaning_client" : "costs.link_meaning")
            (saved, removed) = (.linked, .unlinked)
            done = back
        }

        /// Somebody else's.
        init(of other: Person) {
            let name = ["name": Text.Value.verbatim(other.name)]
            person = other.id
            back = PersonPage.path(other.id)
            path = PaymentLinkPage.path(of: other.id)
            title = Text("costs.link_of", name)
            meaning = Text("costs.link_meaning_of", name)
            (saved, removed) = (.linkedOther, .unlinkedOther)
            done = path
        }

        /// Of whom an address tells.
        init(_ call: PageCall) async throws(CareProblem) {
            self.init(of: try await PersonChanges.person(call.parts[0], call.api))
        }

        var api: String { "people/\(PageText.escaped(person))/payment-link" }
    }

    let action: String
    let back: String
    let meaning: Text
    let fields: [FormField]
    let trouble: FormTrouble?

    /// Where a coordinator says it for a client.
    static func path(of person: String) -> String { PersonPage.path(person) + "/payment-link" }

    static let routes: [PageRoute] = [
        PageRoute(.get, "/costs/link", for: .staff) { call, viewer in try await show(call, Place(of: viewer))
        },
        PageRoute(.post, "/costs/link", for: .staff) { call, viewer in try await save(call, Place(of: viewer))
        },
        PageRoute(.get, "/people/{}/payment-link", for: [.coordinator]) { call, _ in
            try await show(call, try await Place(call))
        },
        PageRoute(.post, "/people/{}/payment-link", for: [.coordinator]) { call, _ in
            try await save(call, try await Place(call))
        },
    ]

    /// A client's own, on their phone.
    static let ofClients: [PageRoute] = [
        PageRoute(.get, MineCosts.link, for: .clients) { call, viewer in
            try await show(call, Place(of: viewer))
        },
        PageRoute(.post, MineCosts.link, for: .clients) { call, viewer in
            try await save(call, Place(of: viewer))
        },
    ]

    private static func show(_ call: PageCall, _ place: Place) async throws -> PageResponse {
        let stored: PaymentLinkChange = try await call.api.get(place.api)
        return draw(call, place, stored.link, nil)
    }

    private static func save(_ call: PageCall, _ place: Place) async throws -> PageResponse {
        let link = call.form["link"]
        do throws(CareProblem) {
            try await call.api.send("PUT", place.api, PaymentLinkChange(link: link))
        } catch {
            guard CostSending.isForTheForm(error) else { throw error }
            return draw(call, place, link, error)
        }
        return .seeOther((link == nil ? place.removed : place.saved).path(place.done))
    }

    private static func draw(
        _ call: PageCall, _ place: Place, _ link: String?, _ problem: CareProblem?
    ) -> PageResponse {
        let fields = [
            FormField(
                "link", Text("costs.link_field"), value: link, type: "url", autocomplete: "off",
                hint: Text("costs.link_hint"), problem: problem, isRequired: false)
        ]
        return call.page(
            Page(
                title: place.title, template: "costs.link",
                content: PaymentLinkPage(
                    action: place.path, back: place.back, meaning: place.meaning, fields: fields,
                    trouble: FormTrouble(problem, in: fields)),
                notice: CostNotice.notice(call), back: place.back), status: problem?.status ?? 200)
    }

    static let template = """
        <p>{{meaning}}</p>
        \(Form.post("{{action}}", class: "narrow", attributes: "novalidate"))
        \(Form.troubles())
        \(Form.fields())
        <div class="row"><button class="main">[[costs.link_save]]</button> <a class="button" href="{{back}}">[[forms.cancel]]</a></div>
        </form>
        """
}
