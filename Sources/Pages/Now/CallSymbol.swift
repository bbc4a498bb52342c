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
    init(of request: Request, _ agenda: Agenda?, _ call: PageCall) async {
        let written = request.symbol ?? agenda?.needs.first { $0.id == request.need }?.symbol
        switch written.map(ScreenSymbol.init(written:)) {
        case nil: self = .none
        case .text(let text): self.init(text: text, picture: nil)
        case .picture(let path):
            let screens: ClientPage? = try? await call.api.get("displays")
            let hasScreen = screens?.clients.contains { $0.id == request.client } ?? false
            let client = PageText.escaped(request.client)
            self.init(
                text: nil,
                picture: hasScreen
                    ? "/api/v1/displays/\(client)/symbol?path=\(PageText.escaped(path))" : nil)
        }
    }

    private init(text: String?, picture: String?) {
        self.text = text
        self.picture = picture
    }
}
