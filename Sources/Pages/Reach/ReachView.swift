import Care
import Wording

/// The ways to reach somebody, this browser as one of them, and the form for another one.
struct ReachView {
    /// This browser, which a script subscribes.
    struct Push {
        /// `nil` where it cannot be, which `problem` then says.
        let key: String?
        let problem: Text?
    }

    let path: String
    let meaning: Text
    let push: Push?
    let contacts: [ReachCard]
    let isEmpty: Bool
    /// `nil` where the home has switched on no channel that is chosen by hand.
    let form: ReachForm?
    /// Nothing can be added here, because the home has switched nothing on.
    let isNothingOn: Bool
    let maySwitchOn: Bool

    init(
        _ contacts: [Contact], of owner: ReachOwner, _ channels: ChannelPage, _ push: PushKey?,
        _ call: PageCall, attempt: ReachAttempt?, news: ReachNews?, problem: CareProblem?
    ) {
        path = owner.base
        meaning = owner.meaning
        self.push = push.map { push in
            Push(
                key: push.key,
                problem: push.key == nil
                    ? push.problem.map { .sentence(.written($0)) } ?? Text("reach.push_not_ready") : nil)
        }
        let inUse = channels.inUse
        self.contacts = contacts.map { contact in
            ReachCard(
                contact, inUse.first { $0.name == contact.channel }, at: owner.base, attempt, news, call)
        }
        isEmpty = contacts.isEmpty
        let byHand = ReachPages.byHand(channels, call)
        form = byHand.isEmpty ? nil : ReachForm(byHand, call, problem: problem)
        isNothingOn = byHand.isEmpty && push == nil
        maySwitchOn = call.request.viewer?.person.role == .coordinator
    }

    private static let device = """
        {{#push}}<section class="card"{{#.key}} id="push" data-push-key="{{.}}"{{/.key}} data-key="device" aria-labelledby="device-title"><h2 id="device-title">[[reach.this_device]]</h2>
        {{#.key}}<p role="status">[[reach.needs_script]]</p><div class="row"></div>{{/.key}}
        {{#.problem}}<p class="problem">{{.}}</p>{{/.problem}}</section>{{/push}}
        """

    static let template = """
        <p>{{meaning}}</p>
        {{#isNothingOn}}<p class="notice" data-key="nothing">[[reach.nothing_on]]{{#maySwitchOn}} <a href="/channels">[[reach.to_channels]]</a>{{/maySwitchOn}}</p>{{/isNothingOn}}
        \(device)
        {{#isEmpty}}{{^isNothingOn}}<p class="quiet" data-key="none">[[reach.none_yet]]</p>{{/isNothingOn}}{{/isEmpty}}
        {{^isEmpty}}<section data-key="contacts" aria-labelledby="contacts-title"><h2 id="contacts-title">[[reach.what_there_is]]</h2>
        <ul class="cards">{{#contacts}}\(ReachCard.template){{/contacts}}</ul></section>{{/isEmpty}}
        \(ReachForm.template)
        """
}
