import Care

/// What clients can ask for besides their boards, and what they would like to be able to ask for.
enum NeedPages: PageTopic {
    static let routes: [PageRoute] = [
        PageRoute(.get, "/needs", for: .staff, NeedList.show),
        PageRoute(.get, "/needs/new", for: .staff, NeedEditing.new),
        PageRoute(.post, "/needs/new", for: .staff, NeedEditing.make),
        PageRoute(.get, "/needs/proposals/{}", for: .staff, NeedDeciding.show),
        PageRoute(.post, "/needs/proposals/{}/approve", for: .staff, NeedDeciding.approve),
        PageRoute(.post, "/needs/proposals/{}/decline", for: .staff, NeedDeciding.decline),
        PageRoute(.get, "/needs/{}", for: .staff, NeedEditing.show),
        PageRoute(.post, "/needs/{}", for: .staff, NeedEditing.change),
        PageRoute(.post, "/needs/{}/off", for: .staff, NeedEditing.takeOff),
        PageRoute(.post, "/needs/{}/on", for: .staff, NeedEditing.putBack),
    ]

    static let templates: [String: String] = [
        "needs": NeedList.template,
        "need": NeedFormView.template,
        "proposal": NeedDeciding.template,
        "need-fields": NeedFormView.fields,
    ]
}
