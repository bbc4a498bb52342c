import StoreFiles

extension StoreFormat {
    /// For the history, which is read by the time at which the service learned of something.
    static let history: StoreStep = """
        CREATE INDEX request_received ON request (received_at);
        CREATE INDEX request_again ON request (asks_again) WHERE asks_again IS NOT NULL;
        CREATE INDEX response_of ON response (by_name, request_id) WHERE by_name IS NOT NULL;
        """
}
