import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: a home's chores are listed without walking through all of its plans.
    static let choreList: StoreStep = """
        CREATE INDEX routine_chore ON routine (number) WHERE is_chore = 1;
        """
}
