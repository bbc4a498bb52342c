import Care
import Recurrence
import Wording

/// What has changed with an entry of the audit log, in words.
struct AuditChangeWords {
    let zone: ZoneRules

    /// As its reader's language says it. A text that no version of Beckon writes any more stays as it was stored.
    func text(_ stored: String, in kind: AuditKind) -> Text {
        AuditChange(stored, in: kind).map(text) ?? .verbatim(stored)
    }

    /// Ids, addresses and names stay as they are.
    func text(_ change: AuditChange) -> Text {
        switch change {
        case .role(let role, nil):
            Text("audit.changed_role", ["role": .text(RoleWords.name(role))])
        case .role(let role, let was?):
            Text(
                "audit.changed_role_from",
                ["role": .text(RoleWords.name(role)), "old": .text(RoleWords.name(was))])
        case .name(let was): Text("audit.changed_name", ["name": .verbatim(was)])
        case .device(let kind): Text("audit.changed_kind", ["kind": .text(DeviceWords.name(kind))])
        case .picture(let kind): Text("audit.changed_kind", ["kind": .verbatim(kind.name)])
        case .client(let id): Text("audit.changed_client", ["client": .verbatim(id)])
        case .person(let id): Text("audit.changed_person", ["person": .verbatim(id)])
        case .until(let date): Text("audit.changed_until", ["time": .text(AuditPages.moment(date, zone))])
        case .newPassword: Text("audit.changed_password")
        case .ended(.sessions, let count): Text("audit.changed_sessions", count: count)
        case .ended(.invitations, let count): Text("audit.changed_invitations", count: count)
        case .ended(.pairings, let count): Text("audit.changed_codes", count: count)
        case .ended(.identities, let count): Text("audit.changed_identities", count: count)
        case .ended(.passkeys, let count): Text("audit.changed_passkeys", count: count)
        // Nobody has two.
        case .ended(.secondSteps, _): Text("audit.changed_second_step")
        case .endedSession(.ofThisBrowser): Text("audit.changed_session_here")
        case .endedSession(.oldest): Text("audit.changed_session_oldest")
        case .everywhere(let count): Text("audit.changed_everywhere", count: count)
        case .link(.ofFirstStart): Text("audit.changed_first_link")
        case .link(.ofCoordinatorCommand): Text("audit.changed_command_link")
        case .link(.ofOwnSession): Text("audit.changed_own_link")
        case .way(.passkey): Text("audit.changed_with_passkey")
        case .way(.code): Text("audit.changed_with_code")
        case .way(.recoveryCode): Text("audit.changed_with_recovery_code")
        case .provider(let name): Text("audit.changed_provider", ["name": .verbatim(name)])
        case .code(.device): Text("audit.changed_for_device")
        case .code(.invitation): Text("audit.changed_for_invitation")
        case .code(.logInLink): Text("audit.changed_for_link")
        case .more(let count): Text("audit.changed_more", count: count)
        case .from(let address, let count):
            Text("audit.changed_from", count: count, ["address": .verbatim(address)])
        case .fromOthers(let count): Text("audit.changed_from_others", count: count)
        case .newFile: Text("audit.changed_new_file")
        case .checksum(let digits): Text("audit.changed_checksum", ["digits": .verbatim(digits)])
        case .sections([]): Text("audit.changed_comments")
        case .sections(let names):
            Text("audit.changed_sections", ["names": .text(.list(names.map(Text.verbatim)))])
        case .place(let name):
            name.isEmpty
                ? Text("audit.changed_no_place") : Text("audit.changed_place", ["place": .verbatim(name)])
        case .needsDuty(let needs):
            Text(needs ? "audit.changed_duty_needed" : "audit.changed_duty_not_needed")
        case .date(let local):
            Text("audit.changed_date", ["day": .text(TimeText.dayOfYear(local.day)), "time": .time(local)])
        case .holder(let name):
            name.isEmpty
                ? Text("audit.changed_nobody") : Text("audit.changed_holder", ["name": .verbatim(name)])
        case .named(let name): .verbatim(name)
        }
    }
}
