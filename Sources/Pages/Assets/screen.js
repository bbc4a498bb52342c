// What the client's screen says by itself, in every language: window.screenTexts("de-AT") are the texts by their names, or
// undefined for an unknown language. All of them are here because they are needed when nothing can be fetched any more.
// The service puts the texts in. Written for old tablets, as display.js is.
"use strict";
(function () {
  var texts = {/*texts*/};
  window.screenTexts = function (language) {
    var wanted = language.toLowerCase();
    return texts[wanted] || texts[wanted.split("-")[0]];
  };
})();
