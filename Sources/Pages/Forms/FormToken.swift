/// What says that a form was drawn by this site, for whoever sends it: without it another site's page could send forms in the name of
/// somebody who is logged in here.
enum FormToken {
    static let name = "csrf"
    static let template = #"<input type="hidden" name="\#(name)" value="{{csrf}}">"#
}

extension PageCall {
    /// Stands in every form of whoever has logged in.
    var formToken: String { request.viewer?.csrfToken ?? request.screenToken ?? "" }
}
