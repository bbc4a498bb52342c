import Care
import Costs
import Wording

/// Where the reader can be paid, as whoever owes them sees it.
struct PaymentLinkPage {
    let fields: [FormField]
    let trouble: FormTrouble?

    static let routes: [PageRoute] = [
        PageRoute(.get, "/costs/link", for: .staff) { call, viewer in
            let own: PaymentLinkChange = try await call.api.get(path(viewer))
            return draw(call, own.link, nil)
        },
        PageRoute(.post, "/costs/link", for: .staff) { call, viewer in
            let link = call.form["link"]
            do throws(CareProblem) {
                try await call.api.send("PUT", path(viewer), PaymentLinkChange(link: link))
            } catch {
                guard CostSending.isForTheForm(error) else { throw error }
                return draw(call, link, error)
            }
            return .seeOther((link == nil ? CostNotice.unlinked : .linked).path(CostPages.base))
        },
    ]

    private static func path(_ viewer: Viewer) -> String {
        "people/\(PageText.escaped(viewer.person.id))/payment-link"
    }

    private static func draw(_ call: PageCall, _ link: String?, _ problem: CareProblem?) -> PageResponse {
        let fields = [
            FormField(
                "link", Text("costs.link_field"), value: link, type: "url", autocomplete: "off",
                hint: Text("costs.link_hint"), problem: problem, isRequired: false)
        ]
        return call.page(
            Page(
                title: Text("costs.link"), template: "costs.link",
                content: PaymentLinkPage(fields: fields, trouble: FormTrouble(problem, in: fields)),
                back: CostPages.base), status: problem?.status ?? 200)
    }

    static let template = """
        <p>[[costs.link_meaning]]</p>
        \(Form.post("/costs/link", class: "narrow", attributes: "novalidate"))
        \(Form.troubles())
        \(Form.fields())
        <div class="row"><button class="main">[[costs.link_save]]</button> <a class="button" href="/costs">[[forms.cancel]]</a></div>
        </form>
        """
}
