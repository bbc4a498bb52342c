import Care
import Wording

/// Whose ways a page shows: somebody's, or the home's own.
struct ReachOwner {
    /// `nil` for the home.
    let person: Person?
    /// The page's path.
    let base: String
    /// Whether they read it themselves: then this browser can be one of the ways.
    let isSelf: Bool
    let back: String

    static func own(_ viewer: Viewer) -> ReachOwner {
        ReachOwner(person: viewer.person, base: "/account/reach", isSelf: true, back: "/account")
    }

    static let home = ReachOwner(person: nil, base: "/channels/reach", isSelf: false, back: "/channels")

    /// Throws where nobody has that id whom calls reach.
    static func other(_ id: String, _ api: PageAPI) async throws(CareProblem) -> ReachOwner {
        let person = try await PersonChanges.person(id, api)
        guard person.role != .client else { throw CareProblem(.notFound, "this page does not exist") }
        let page = PersonPage.path(id)
        return ReachOwner(person: person, base: page + "/reach", isSelf: false, back: page)
    }

    var title: Text {
        guard let person else { return Text("reach.of_home") }
        return isSelf ? Text("reach.title") : Text("reach.of_person", ["name": .text(.nameOf(person))])
    }

    var meaning: Text {
        guard let person else { return Text("reach.meaning_of_home") }
        let name: [String: Text.Value] = ["name": .text(.nameOf(person))]
        // Calls do not reach a provider; reminders of what they have to do, do.
        guard person.role != .provider else {
            return isSelf ? Text("reach.meaning_of_plans") : Text("reach.meaning_of_persons_plans", name)
        }
        return isSelf ? Text("reach.meaning") : Text("reach.meaning_of_person", name)
    }
}

/// The way to the page of somebody's ways, from the page about them.
struct ReachLink {
    let path: String
    let name: Text

    static let template = """
        {{#reach}}<p><a class="line" href="{{path}}">\(Icon.phone.html){{name}}</a></p>{{/reach}}
        """

    /// `nil` for clients, who are told at their kiosks, and where the home has switched nothing on that its reader could use: only coordinators
    /// switch it on.
    static func find(_ person: Person, base: String, isSelf: Bool, _ call: PageCall) async -> ReachLink? {
        guard person.role != .client, person.isActive,
            let viewer = call.request.viewer, Set<Person.Role>.all.contains(viewer.person.role)
        else { return nil }
        if viewer.person.role != .coordinator {
            // Where it cannot be read, the page about somebody is what counts.
            let channels: ChannelPage? = try? await call.api.get("channels")
            guard channels?.inUse.isEmpty == false else { return nil }
        }
        return ReachLink(
            path: base + "/reach",
            name: isSelf
                ? Text("reach.title") : Text("reach.of_person", ["name": .text(.nameOf(person))]))
    }
}
