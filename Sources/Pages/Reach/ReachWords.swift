import Care
import Wording

/// Words for channels, for what is filled in of them, and for how a way to somebody is.
enum ReachWords {
    /// What a channel is called; one that this version does not know by its own name.
    static func name(_ channel: String) -> Text {
        names[channel].map { Text($0.name) } ?? .verbatim(label(channel))
    }

    /// What it promises, what it does not, and what it needs; `nil` where this version does not know it.
    static func promise(_ channel: String) -> Text? { names[channel].map { Text($0.promise) } }

    private static let names: [String: (name: String, promise: String)] = [
        HomeChannel.push: ("channels.web_push", "channels.web_push_promise"),
        "ntfy": ("channels.ntfy", "channels.ntfy_promise"),
        "gotify": ("channels.gotify", "channels.gotify_promise"),
        "webhook": ("channels.webhook", "channels.webhook_promise"),
        "mail": ("channels.mail", "channels.mail_promise"),
        "sms": ("channels.sms", "channels.sms_promise"),
        "sip": ("channels.sip", "channels.sip_promise"),
        HomeChannel.house: ("channels.mqtt", "channels.mqtt_promise"),
        HomeChannel.links: ("channels.links", "channels.links_promise"),
    ]

    /// What a field of a channel is called, and what helps to fill it in.
    static func field(_ field: String, of channel: String) -> (name: Text, hint: Text?) {
        guard let known = fields["\(channel).\(field)"] ?? fields[field] else {
            return (.verbatim(label(field)), nil)
        }
        return (Text(known.name), known.hint.map { Text($0) })
    }

    /// By channel and field; or by field alone, where all channels mean the same by it.
    private static let fields: [String: (name: String, hint: String?)] = [
        "web_push.contact": ("channels.push_contact", "channels.push_contact_hint"),
        "web_push.services": ("channels.push_services", "channels.push_services_hint"),
        "ntfy.server": ("channels.server", "channels.ntfy_server_hint"),
        "ntfy.token": ("channels.ntfy_token", "channels.ntfy_token_hint"),
        "ntfy.topic": ("channels.ntfy_topic", "channels.ntfy_topic_hint"),
        "gotify.token": ("channels.gotify_token", "channels.gotify_token_hint"),
        "webhook.url": ("channels.webhook_url", nil),
        "webhook.secret": ("channels.webhook_secret", "channels.webhook_secret_hint"),
        "mail.from": ("channels.mail_from", nil),
        "mail.security": ("channels.mail_security", nil),
        "mail.address": ("channels.mail_address", nil),
        "sms.number": ("channels.sms_number", "channels.sms_number_hint"),
        "sip.uri": ("channels.sip_uri", "channels.sip_uri_hint"),
        "sip.registrar": ("channels.sip_registrar", "channels.sip_registrar_hint"),
        "mqtt.server": ("channels.mqtt_server", "channels.mqtt_server_hint"),
        "mqtt.topic": ("channels.mqtt_topic", "channels.mqtt_topic_hint"),
        "mqtt.discovery": ("channels.mqtt_discovery", "channels.mqtt_discovery_hint"),
        "mqtt.say": ("channels.mqtt_say", nil),
        "links.address": ("channels.links_address", "channels.links_address_hint"),
        "server": ("channels.server", "channels.server_hint"),
        "host": ("channels.host", nil),
        "port": ("channels.port", nil),
        "user": ("channels.user", nil),
        "password": ("channels.password", nil),
    ]

    /// What a field takes, where that is one of a few; empty for all others.
    static func choices(_ field: String, of channel: String) -> [(value: String, name: Text)] {
        guard channel == "mail", field == "security" else { return [] }
        return [
            ("tls", .verbatim("TLS")), ("starttls", .verbatim("STARTTLS")),
            ("none", Text("channels.no_encryption")),
        ]
    }

    private static func label(_ name: String) -> String {
        name.replacing("_", with: " ").capitalised
    }

    /// How a way is, and its tone: a class of styles.
    ///
    /// - Parameter channel: Its channel, where the home has switched that on.
    static func state(_ contact: Contact, _ channel: HomeChannel?) -> (words: Text, tone: String) {
        if contact.state == .ended { return (Text("reach.is_ended"), "urgent") }
        if channel == nil {
            return (Text("reach.channel_is_off", ["channel": .text(name(contact.channel))]), "soon")
        }
        guard contact.isOn else { return (Text("reach.is_off"), "") }
        return switch contact.state {
        case .new: (Text("reach.is_new"), "soon")
        // Where a proof shows too little, only what was seen there shows that it works.
        case .working where channel?.provesSilently == false && contact.confirmedAt == nil:
            (Text("reach.is_unseen"), "soon")
        case .working: (Text("reach.is_working"), "good")
        case .failing: (Text("reach.is_failing"), "urgent")
        case .ended: (Text("reach.is_ended"), "urgent")
        }
    }
}
