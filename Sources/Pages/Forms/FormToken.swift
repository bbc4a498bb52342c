/// The token that proves that a form was rendered by this site for its sender: without it, another site's page could send
/// forms in the name of somebody who is logged in here (CSRF).
enum FormToken {
    static let name = "csrf"
    static let template = #"<input type="hidden" name="\#(name)" value="{{csrf}}">"#
}

extension PageCall {
    /// Is in every form of whoever has logged in.
    var formToken: String { request.viewer?.csrfToken ?? request.screenToken ?? "" }
}
