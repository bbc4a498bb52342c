/// Whom a token or an answer of `userinfo` is about, as it is written. What is of another kind counts as left out.
struct WrittenProfile: Decodable {
    var subject: String?
    var name: String?
    var picture: String?

    enum CodingKeys: String, CodingKey {
        case name, picture
        case subject = "sub"
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) -> String? {
            do { return try members.decodeIfPresent(String.self, forKey: key) } catch { return nil }
        }
        subject = text(.subject)
        name = text(.name)
        picture = text(.picture)
    }
}
