import Care
import Wording

/// All pages that are not in reach of a thumb, in groups; on a desktop they stand beside every page, too.
struct MorePage: PageTopic {
    struct Group {
        let name: Text
        let ways: [Way]
    }

    struct Way {
        let path: String
        let name: Text
        let icon: String
        /// What waits there for the reader; `nil` where nothing does.
        let waiting: Text?
    }

    let name: String
    let groups: [Group]
    /// Whether the reader sets up: what was answered or put away is found again here.
    let setsUp: Bool
    /// How much of the first start is still open; `nil` where nothing is.
    let open: Text?

    static let routes: [PageRoute] = [
        PageRoute(.get, "/more", for: .everybody) { call, viewer in
            var open: Text?
            if viewer.person.role == .coordinator {
                // Where it cannot be read, the ways are what counts.
                let count = (try? await FirstSteps.read(call.api).open.count) ?? 0
                open = count > 0 ? Text("welcome.open", count: count) : nil
            }
            var approvals: WaitingApprovals?
            if Set<Person.Role>.staff.contains(viewer.person.role) {
                approvals = await WaitingApprovals(
                    call, viewer, grants: await OpenGrants.ifReadable(call))
            }
            return call.page(
                Page(
                    title: Text("frame.more"), template: "more",
                    content: MorePage(viewer, call.request.ways, open: open, approvals)))
        }
    ]

    private init(_ viewer: Viewer, _ own: ClientWays?, open: Text?, _ approvals: WaitingApprovals?) {
        setsUp = viewer.person.role == .coordinator
        self.open = open
        name = viewer.person.name
        groups = Frame.groups(for: viewer, own, at: "/more").filter { $0.name != .empty }.map { group in
            // The first start stands above them, with how much of it is left.
            Group(
                name: group.name,
                ways: group.ways.filter { $0.path != "/welcome" }.map { way in
                    Way(
                        path: way.path, name: way.name, icon: way.icon,
                        waiting: approvals.flatMap { $0.waiting(at: way.path) })
                })
        }
    }

    static let template = """
        <ul class="ways"><li><a href="/account">\(Icon.person.html)<span><bdi>{{name}}</bdi><small>[[frame.account]]</small></span>\
        \(Icon.forward.html)</a></li>\
        {{#setsUp}}<li><a href="/welcome">\(Icon.home.html)<span>[[welcome.title]]{{#open}}<small>{{.}}</small>{{/open}}</span>\
        \(Icon.forward.html)</a></li>{{/setsUp}}</ul>
        {{#groups}}<h2>{{name}}</h2>
        <ul class="ways">{{#ways}}<li><a href="{{path}}">\(Icon.html("{{icon}}"))<span>{{name}}{{#waiting}}<small>{{.}}</small>{{/waiting}}</span>\(Icon.forward.html)</a></li>{{/ways}}</ul>
        {{/groups}}
        """

    static let templates = ["more": template]
}
