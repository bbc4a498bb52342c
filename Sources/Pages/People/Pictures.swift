import Care
import Wording

/// Who has a picture.
struct Pictures {
    private let all: [String: PersonPicture]

    /// Pictures are only decoration: where they cannot be read, pages show initials without a message.
    init(_ api: PageAPI) async {
        do throws(CareProblem) {
            let page = try await api.get("pictures", as: PicturePage.self)
            all = page.pictures.reduce(into: [:]) { $0[$1.person] = $1 }
        } catch { all = [:] }
    }

    func face(_ person: Person) -> Face { Face(person, all[person.id]) }

    /// The faces of calls.
    struct Faces {
        /// Of those who have answered, by the names with which they signed. Whoever is nobody here has none.
        var ofNames: [String: Face] = [:]
        /// Of clients, by their ids.
        var ofClients: [String: Face] = [:]
    }

    static func faces(of requests: [Request], _ api: PageAPI) async -> Faces {
        guard !requests.isEmpty else { return Faces() }
        let people: [Person]
        do throws(CareProblem) { people = try await api.get("people", as: PeoplePage.self).people } catch {
            // The card says by name who calls and who comes; that is what counts.
            return Faces()
        }
        let pictures = await Pictures(api)
        let names = Set(requests.filter { $0.state == .onTheWay }.compactMap(\.changedBy))
        let clients = Set(requests.map(\.client))
        return people.reduce(into: Faces()) { faces, person in
            if names.contains(person.name) { faces.ofNames[person.name] = pictures.face(person) }
            if clients.contains(person.id) { faces.ofClients[person.id] = pictures.face(person) }
        }
    }
}

/// Somebody's picture, small, beside their name; their initials where there is none.
///
/// Whoever listens to a page hears the name, and it once.
struct Face {
    /// Where the picture is. The name must not be in any enclosing context: a template looks up a `nil` value there.
    let faceAddress: String?
    let initials: String

    init(_ person: Person, _ picture: PersonPicture?) {
        faceAddress = picture.map {
            "/api/v1/people/\(PageText.escaped($0.person))/picture?version=\($0.version)"
        }
        initials = Self.initials(of: person.name)
    }

    /// Of the first and the last word: `Maria del Mar` has `MM`.
    static func initials(of name: String) -> String {
        let words = name.split { $0.isWhitespace || $0 == "-" }.compactMap { word in
            word.first { $0.isLetter || $0.isNumber } ?? word.first
        }
        guard let first = words.first, let last = words.last else { return "" }
        return (words.count > 1 ? [first, last] : [first]).map { $0.uppercased() }.joined()
    }

    static let template = """
        {{#face}}{{#faceAddress}}<img class="face" src="{{.}}" alt="" width="44" height="44">{{/faceAddress}}\
        {{^faceAddress}}<span class="face" aria-hidden="true">{{initials}}</span>{{/faceAddress}}{{/face}}
        """
}

/// Where somebody's picture is set and removed.
struct PicturePart {
    let action: String
    let title: Text
    let name: String
    let portrait: String?
    /// Whether the form is unfolded: something has to be said in it.
    let isOpen: Bool
    let pictureProblem: Text?
    let kibibytes = PersonPicture.mostBytes / 1024

    /// - Parameter base: `/account` or `/people/anna`.
    init(_ person: Person, _ face: Face, base: String, isOwn: Bool, attempt: PersonAttempt?) {
        let problem = attempt.flatMap { $0.form == .picture ? $0.problem : nil }
        action = base + "/picture"
        title = Text(isOwn ? "pictures.mine" : "pictures.title")
        name = person.name
        portrait = face.faceAddress
        isOpen = problem != nil
        pictureProblem = problem?.sentence
    }

    private static let picture = Form.field(
        "picture",
        "{{#portrait}}[[pictures.another]]{{/portrait}}{{^portrait}}[[pictures.first]]{{/portrait}}",
        .file(accept: "image/png,image/jpeg,image/webp").required, value: "",
        hint: .words("[[pictures.hint]]"), fault: "pictureProblem", isLoud: true)

    static let template = """
        <details{{#isOpen}} open{{/isOpen}}><summary><h2>{{title}}</h2></summary>
        {{#portrait}}<p><img class="portrait" src="{{.}}" alt="[[pictures.seen_as]]" width="192" height="192"></p>{{/portrait}}
        {{^portrait}}<p class="quiet">[[pictures.none]]</p>{{/portrait}}
        \(Form.post("{{action}}", class: "narrow", attributes: #"enctype="multipart/form-data" data-picture"#))
        \(picture)
        <div class="row"><button>[[pictures.save]]</button></div></form>
        {{#portrait}}<div class="row"><a class="button" href="{{action}}/removal">[[pictures.remove]]</a></div>{{/portrait}}
        </details>
        """
}
