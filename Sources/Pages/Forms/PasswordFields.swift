import Care

/// Choosing a password: twice, because nobody sees what they type.
enum PasswordFields {
    static func fields(_ problem: CareProblem?) -> [FormField] {
        [
            FormField(
                "password", "Password", type: "password", autocomplete: "new-password",
                hint: """
                    At least \(AccessRules.shortestPassword) characters. Three or four words that only you would put together are \
                    good, such as a thing, a colour and a town: long is better than complicated. Not your name, and not one that many people use.
                    """, problem: problem),
            FormField(
                "again", "The same password again", type: "password", autocomplete: "new-password",
                problem: problem),
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
