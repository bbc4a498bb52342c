import Care
import Wording

/// Choosing a password: twice, because nobody sees what they type.
enum PasswordFields {
    static func fields(_ problem: CareProblem?, areRequired: Bool = true) -> [FormField] {
        [
            FormField(
                "password", Text("forms.password"), type: "password", autocomplete: "new-password",
                hint: Text("forms.password_hint", ["least": .number(AccessRules.shortestPassword)]),
                problem: problem, isRequired: areRequired),
            FormField(
                "again", Text("forms.password_again"), type: "password", autocomplete: "new-password",
                problem: problem, isRequired: areRequired),
        ]
    }

    /// The password that was typed; throws where the two differ or it is not allowed.
    static func chosen(in form: PageFields, of name: String?) throws(CareProblem) -> String {
        let password = form.exactly("password") ?? ""
        do { try AccessRules.checkPassword(password, "password", of: name) } catch {
            throw CareProblem(.notAcceptable, error.message, field: error.field)
        }
        guard form.exactly("again") == password else {
            throw CareProblem(
                .notAcceptable, "the two passwords are not the same: type both again", field: "again")
        }
        return password
    }
}
