import Care

/// Whether *Now* shows its reader the way to be reached on a device of their own.
enum ReachOffer {
    /// Whether the home sends messages, and none of them goes to the reader. What cannot be read offers nothing: nobody looks at the
    /// page for it.
    static func isOpen(_ call: PageCall, _ viewer: Viewer) async -> Bool {
        guard Set<Person.Role>.staff.contains(viewer.person.role),
            let channels: ChannelPage = try? await call.api.get("channels"), !channels.inUse.isEmpty,
            let list: ContactPage = try? await call.api.get("contacts")
        else { return false }
        return !list.contacts.contains { contact in
            contact.person == viewer.person.id && contact.isOn && contact.state != .ended
        }
    }

    static let template = """
        {{#offersReach}}<p class="quiet" data-key="no-way">[[reach.no_own]] <a class="line" href="/account/reach">[[reach.title]]</a></p>{{/offersReach}}
        """
}
