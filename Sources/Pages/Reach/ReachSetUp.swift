import Care
import Wording

/// What somebody does in another maker's app, so that messages of the home come there. Nothing of it opens anything.
struct ReachSetUp {
    /// Where the home names no server of ntfy's, as the service does it and the app, too.
    private static let usualServer = "https://ntfy.sh"

    let steps: [Text]
    /// Whether the server's address leads a phone to itself, and not to this home.
    let leadsNowhere: Bool

    /// `nil` where a channel needs no app that has to be told of a server.
    ///
    /// - Parameter contact: The way that it is for; `nil` for one that is about to be added.
    init?(_ channel: HomeChannel, of contact: Contact?) {
        let set = channel.settings[Self.server]
        let known = ["server": Text.Value.verbatim(set ?? "")]
        switch channel.name {
        case ContactChannel.ntfy.rawValue:
            let server =
                set.map { _ in Text("reach.ntfy_server", known) }
                ?? Text("reach.ntfy_usual", ["server": .verbatim(Self.usualServer)])
            let topic = contact?.address["topic"].map { Text("reach.ntfy_topic", ["topic": .verbatim($0)]) }
            steps = [
                Text("reach.ntfy_app"), server, topic ?? Text("reach.ntfy_new_topic"),
                Text("reach.ntfy_login"), Text("reach.app_wakes"),
            ]
        case ContactChannel.gotify.rawValue:
            steps =
                [Text("reach.gotify_app"), Text("reach.gotify_server", known)]
                + (contact == nil ? [Text("reach.gotify_token")] : []) + [Text("reach.app_wakes")]
        default: return nil
        }
        leadsNowhere = set.map(SiteAddress.isOfOneMachine) ?? false
    }

    /// The setting that everybody reads who is reached over a channel.
    private static let server = "server"

    private static let body = """
        {{#leadsNowhere}}<p class="problem">[[reach.server_nowhere]]</p>{{/leadsNowhere}}\
        <ol>{{#steps}}<li>{{.}}</li>{{/steps}}</ol>
        """

    /// Beside the form for a new way.
    static let template = "{{#.setUp}}<p>[[reach.in_the_app]]</p>\(body){{/.setUp}}"

    /// At a way that is there: folded, because it is needed once.
    static let folded = """
        {{#.setUp}}<details class="act" data-key="{{key}}-app"><summary>[[reach.in_the_app]]<span class="unseen">: {{label}}</span></summary>
        \(body)</details>{{/.setUp}}
        """
}
