import Care
import Wording

/// All pages that are not in reach of a thumb, in groups; on a desktop they stand beside every page, too.
struct MorePage: PageTopic {
    let name: String
    let groups: [Frame.Group]

    static let routes: [PageRoute] = [
        PageRoute(.get, "/more", for: .all) { call, viewer in
            call.page(Page(title: Text("frame.more"), template: "more", content: MorePage(viewer)))
        }
    ]

    init(_ viewer: Viewer) {
        name = viewer.person.name
        groups = Frame.groups(for: viewer, at: "/more").filter { $0.name != .empty }
    }

    static let template = """
        <ul class="ways"><li><a href="/account">\(Icon.person.html)<span>{{name}}<small>[[frame.account]]</small></span>\
        \(Icon.forward.html)</a></li></ul>
        {{#groups}}<h2>{{name}}</h2>
        <ul class="ways">{{#ways}}<li><a href="{{path}}">\(Icon.html("{{icon}}"))<span>{{name}}</span>\(Icon.forward.html)</a></li>{{/ways}}</ul>
        {{/groups}}
        """

    static let templates = ["more": template]
}
