/// A command that is typed on another machine, or copied.
enum SharedCommand {
    /// - Parameter field: The name of what the page's content has.
    static func html(_ field: String) -> String {
        """
        <div class="shared" data-link="{{\(field)}}"><pre class="command" tabindex="0">{{\(field)}}</pre>
        <div class="row">\(SharedLink.copy)</div></div>
        """
    }
}
