/// What is remembered of a place from one reading to the next, so that only what has changed is sent; it is in no store, and lost with
/// the run.
struct PlatformKnown: Sendable, Equatable {
    /// Its `ETag`.
    var tag: String?
    /// Its `Last-Modified`, as it was sent.
    var modified: String?
    /// Up to which change a collection is known, as its server calls it (`sync-token`, RFC 6578, or `getctag`).
    var sync: String?

    init(tag: String? = nil, modified: String? = nil, sync: String? = nil) {
        self.tag = tag
        self.modified = modified
        self.sync = sync
    }
}
