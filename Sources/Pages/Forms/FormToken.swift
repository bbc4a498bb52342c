/// The token that proves that a form was sent from a page of this site: without it, another site's page could send forms in the
/// name of somebody who is logged in here (CSRF). `Form.post` puts it into each form, and `PageSite` fills it in: no page types it.
public enum FormToken {
    /// Of the field that holds it.
    public static let name = "csrf"

    static let field = Form.hidden(name, "{{\(name)}}")

    /// For a script that sends something without a form: an attribute of the page's body.
    static let attribute = #"data-\#(name)="{{\#(name)}}""#
}

extension PageRequest {
    /// Of whoever has logged in, or of a client's paired screen; empty for who is neither.
    var formToken: String { viewer?.csrfToken ?? screenToken ?? "" }
}
