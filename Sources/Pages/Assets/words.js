// What the other scripts say, in the reader's language: say("script.calls", { count: 2 }). The service puts the texts in.
"use strict";
(() => {
  const texts = {/*texts*/};
  const plurals = new Intl.PluralRules("/*language*/");
  window.say = (name, values = {}) => {
    const text = texts[name];
    if (text === undefined) return name;
    const form = typeof text === "string" ? text : text[plurals.select(values.count)] ?? text.other;
    return form.replace(/\{([a-z0-9_]+)\}/g, (_, key) => String(values[key] ?? ""));
  };
})();
