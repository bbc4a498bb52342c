import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: a call knows what it is drawn by, also after its board was changed.
    static let symbols: StoreStep = "ALTER TABLE request ADD COLUMN symbol TEXT CHECK (symbol <> '');"
}
