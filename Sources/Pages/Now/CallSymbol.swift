import Care

/// What a call is drawn by.
struct CallSymbol {
    /// An emoji.
    let text: String?
    /// The address of a picture.
    let picture: String?

    static let none = Self(text: nil, picture: nil)

    /// The need's own where its kiosk did not say one, as an older one does not.
    ///
    /// A picture is found where the client's screen finds it: without a screen there is none.
    ///
    /// - Parameter screens: The clients who have a screen.
    init(of request: Request, _ agenda: Agenda?, screens: Set<String>) {
        switch Self.written(request, agenda) {
        case nil: self = .none
        case .text(let text): self.init(text: text, picture: nil)
        case .face(let face): self.init(text: face.emoji, picture: nil)
        case .picture(let path):
            let client = PageText.escaped(request.client)
            self.init(
                text: nil,
                picture: screens.contains(request.client)
                    ? "/api/v1/displays/\(client)/symbol?path=\(PageText.escaped(path))" : nil)
        }
    }

    /// The ids of clients who have a screen; asked only where one of these calls has a picture.
    static func screens(
        for requests: [Request], _ agenda: Agenda?, _ api: PageAPI
    ) async throws(CareProblem) -> Set<String> {
        let hasPicture = requests.contains { request in
            if case .picture = written(request, agenda) { true } else { false }
        }
        guard hasPicture else { return [] }
        do throws(CareProblem) {
            return Set(try await api.get("displays", as: ClientPage.self).clients.map(\.id))
        } catch {
            guard error.kind != .unauthorized, error.kind != .forbidden else { throw error }
            // A call without its picture can be answered all the same.
            return []
        }
    }

    private static func written(_ request: Request, _ agenda: Agenda?) -> ScreenSymbol? {
        (request.symbol ?? agenda?.needs.first { $0.id == request.need }?.symbol)
            .map(ScreenSymbol.init(written:))
    }

    private init(text: String?, picture: String?) {
        self.text = text
        self.picture = picture
    }
}
