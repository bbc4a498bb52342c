extension Form {
    /// How a symbol is found: by its name, among the pictures, as a picture of one's own, or typed.
    ///
    /// - Parameter typed: The field that a symbol is typed into.
    static func symbolPicker(typed: String) -> String {
        """
        <fieldset class="symbol-picker"><legend>[[cards.symbol]]</legend>
        <div class="row"><span class="tile" data-symbol-shown aria-hidden="true">{{#photoShown}}<img src="{{.}}" alt="">{{/photoShown}}{{signShown}}</span>
        <div>\(typed)</div></div>
        <div class="search-symbols">\(Form.field("search", "[[cards.symbol_search]]", .search.most(100).with(#"autocomplete="off""#), id: "sheet-search", value: "{{values.search}}"))
        <button formaction="{{action}}/symbols" formnovalidate>\(Icon.search.html) [[cards.search]]</button></div>
        <div class="symbols" data-symbols="{{symbolsPath}}" role="group" aria-label="[[cards.found]]">\(foundSymbols)</div>
        \(Form.field("picture", "[[cards.upload]]", .file(accept: "image/png,image/jpeg,image/webp"), id: "sheet-picture", value: "", fault: "problems.picture"))
        <div class="crop" data-crop hidden><canvas width="512" height="512" tabindex="0" role="img" aria-label="[[cards.crop]]"></canvas>
        <label for="sheet-zoom">[[cards.zoom]]</label><input id="sheet-zoom" type="range" min="100" max="400" value="100"></div>
        </fieldset>
        """
    }

    /// The symbols of a `FoundSymbols`, to choose one.
    static let foundSymbols = """
        \(symbolChoices)
        {{#more}}<button class="more-pictures" {{#action}} formaction="{{.}}/symbols"{{/action}} formnovalidate name="\(FoundSymbols.shown)" value="{{.}}">[[forms.more_pictures]]</button>{{/more}}
        {{#searched}}{{^hasNames}}<p class="quiet">[[cards.no_names]]</p>{{/hasNames}}{{#hasNames}}{{^symbols}}<p class="quiet">[[cards.nothing_found]]</p>{{/symbols}}{{/hasNames}}{{/searched}}
        """

    /// The pictures beside the boards, to choose one in the place of what is typed as a symbol; nothing where there are none.
    static let pictures = """
        {{#pictures}}{{#isOffered}}<details class="plain"{{#isOpen}} open{{/isOpen}}><summary>[[forms.pictures]]</summary>
        {{#isSearchable}}<div class="search-symbols">\(Form.field("search", "[[forms.find_picture]]", .search.most(100).with(#"autocomplete="off""#), id: "find-picture", value: "{{words}}"))
        <button formnovalidate name="\(FoundSymbols.shown)" value="\(FoundSymbols.step)">\(Icon.search.html) [[cards.search]]</button></div>{{/isSearchable}}
        <div class="symbols" role="group" aria-label="[[forms.pictures]]"><label class="choice"><input type="radio" name="picked" value="" checked><span>[[forms.as_typed]]</span></label>
        \(symbolChoices)
        {{#more}}<button class="more-pictures" formnovalidate name="\(FoundSymbols.shown)" value="{{.}}">[[forms.more_pictures]]</button>{{/more}}</div>
        {{#searched}}{{^symbols}}<p class="quiet">[[cards.nothing_found]]</p>{{/symbols}}{{/searched}}</details>{{/isOffered}}{{/pictures}}
        """

    private static let symbolChoices = """
        {{#symbols}}<label class="choice"><input type="radio" name="picked" value="{{symbol}}">
        {{#photo}}<img src="{{.}}" alt="" loading="lazy">{{/photo}}{{^photo}}<span class="symbol" aria-hidden="true">{{symbol}}</span>{{/photo}}<span>{{called}}</span></label>{{/symbols}}
        """
}
