import Care
import Costs
import FoundationEssentials
import Wording

/// One expense: who has paid, each person's part, its receipt, and all that was written down of it.
struct ExpensePage {
    struct Part {
        let name: String
        let amount: Text
    }

    struct Line {
        let key: String
        let words: Text
        let written: Text
        let reason: String?
    }

    let path: String
    let words: Text
    let day: Text
    let parts: [Part]
    let isWithdrawn: Bool
    let lines: [Line]
    let receipt: String?
    let isSending: Bool
    let pictureProblem: Text?
    let kibibytes = PersonPicture.mostBytes / 1024

    static func path(_ id: UUID) -> String { "/costs/expenses/\(id.uuidString.lowercased())" }

    static let routes: [PageRoute] = [
        PageRoute(.get, "/costs/expenses/{}", for: .staff) { call, _ in try await show(call) },
        PageRoute(.post, "/costs/expenses/{}/receipt", for: .staff) { call, _ in
            let id = try id(call)
            do throws(CareProblem) {
                let file = try PictureForms.chosen(call)
                try await call.api.put("expenses/\(id)/receipt", file.bytes, as: file.kind.rawValue)
            } catch {
                guard CostSending.isForTheForm(error) else { throw error }
                return try await show(call, problem: error)
            }
            return .seeOther(CostNotice.pictured.path(path(id)))
        },
        PageRoute(.get, "/costs/expenses/{}/receipt/removal", for: .staff) { call, _ in
            let path = path(try id(call))
            return call.ask(
                Text("costs.remove_receipt"), Text("costs.remove_receipt_question"),
                Text("costs.remove_receipt_meaning"), action: path + "/receipt/removal",
                yes: Text("costs.remove_receipt"), no: Text("forms.cancel"), back: path)
        },
        PageRoute(.post, "/costs/expenses/{}/receipt/removal", for: .staff) { call, _ in
            let id = try id(call)
            try await call.api.send("DELETE", "expenses/\(id)/receipt", Ignored())
            return .seeOther(CostNotice.unpictured.path(path(id)))
        },
    ]

    /// That of the address.
    static func id(_ call: PageCall) throws(CareProblem) -> UUID {
        guard let id = UUID(uuidString: call.parts[0]) else {
            throw CareProblem(.notFound, "there is no expense \(call.parts[0])")
        }
        return id
    }

    private static func show(_ call: PageCall, problem: CareProblem? = nil) async throws -> PageResponse {
        let id = try id(call)
        let story: ExpenseStory = try await call.api.get("expenses/\(id)")
        guard let last = story.lines.last, let expense = last.expense else {
            throw CareProblem(.notFound, "there is no expense \(id)")
        }
        let people = try await CostPeople(call.api)
        let isWithdrawn = last.kind.isWithdrawal
        let page = ExpensePage(
            path: path(id),
            words: Text(
                "costs.line_expense",
                [
                    "name": people.value(expense.paidBy),
                    "people": .text(.list(expense.split.people.map { .verbatim(people.name($0)) })),
                    "amount": .text(CostWords.money(expense.amount, expense.currency)),
                ]),
            day: CostWords.day(expense.on, call),
            parts: (last.shares ?? []).map {
                Part(name: people.name($0.person), amount: CostWords.money($0.amount, expense.currency))
            }, isWithdrawn: isWithdrawn,
            lines: story.lines.map { line in
                Line(
                    key: "line-\(line.number)", words: CostWords.words(line, people),
                    written: CostWords.written(line, call), reason: line.reason)
            },
            receipt: story.receipt.map { "/api/v1/expenses/\(id)/receipt?version=\($0.version)" },
            isSending: problem != nil, pictureProblem: problem?.sentence)
        return call.page(
            Page(
                title: .verbatim(expense.what), template: "costs.expense", content: page,
                notice: CostNotice.notice(call), back: CostPages.base, scripts: ["picture.js"]),
            status: problem?.status ?? 200)
    }

    private static let picture = Form.field(
        "picture", "[[costs.receipt_picture]]", .file(accept: "image/png,image/jpeg,image/webp").required,
        value: "", hint: .words("[[costs.receipt_hint]]"), fault: "pictureProblem", isLoud: true)

    static let template = """
        {{#isWithdrawn}}<p class="word soon">[[costs.is_withdrawn]]</p>{{/isWithdrawn}}
        <p>{{words}}</p><p class="quiet">{{day}}</p>
        <h2>[[costs.parts]]</h2>
        <table class="sums"><tbody>{{#parts}}<tr><th scope="row"><bdi>{{name}}</bdi></th><td>{{amount}}</td></tr>{{/parts}}</tbody></table>
        <p class="quiet">[[costs.rest]]</p>
        <div class="row"><a class="button" href="{{path}}/correction">\(Icon.edit.html)[[costs.correct]]</a>
        {{^isWithdrawn}}<a class="button" href="{{path}}/withdrawal">[[costs.withdraw]]</a>{{/isWithdrawn}}</div>
        <h2>[[costs.receipt]]</h2>
        {{#receipt}}<p><img class="receipt" src="{{.}}" alt="[[costs.receipt_of]]"></p>
        <div class="row"><a class="button" href="{{path}}/receipt/removal">[[costs.remove_receipt]]</a></div>{{/receipt}}
        <details{{#isSending}} open{{/isSending}}><summary>[[costs.add_receipt]]</summary>
        \(Form.post("{{path}}/receipt", class: "narrow", attributes: #"enctype="multipart/form-data" data-picture="1400""#))
        \(picture)
        <div class="row"><button>[[costs.save_receipt]]</button></div></form></details>
        <h2>[[costs.history]]</h2>
        <ul class="cards close">{{#lines}}<li class="card" data-key="{{key}}"><p>{{words}}</p>
        {{#.reason}}<p>[[costs.because]]</p>{{/.reason}}<p class="quiet">{{written}}</p></li>{{/lines}}</ul>
        """
}
