// Finds sentences while somebody types. Without this script the button does it, on the server.
"use strict";
(() => {
  const field = document.getElementById("q");
  if (!field) return;
  const phrases = [...document.querySelectorAll(".phrase")];
  const none = document.getElementById("none");
  const look = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const one of phrases) {
      const input = one.querySelector("input:not([type=hidden])");
      const text = `${one.dataset.words} ${input.value.toLowerCase()}`;
      // What is being changed stays in sight.
      const isFound = words.every((word) => text.includes(word)) || input.value !== input.defaultValue;
      one.hidden = !isFound;
      if (isFound) count += 1;
    }
    for (const group of document.querySelectorAll(".phrases section")) {
      group.hidden = [...group.querySelectorAll(".phrase")].every((one) => one.hidden);
    }
    none.hidden = count > 0;
  };
  field.addEventListener("input", look);
  // A sentence that was changed keeps its button, wherever the focus is.
  document.addEventListener("input", (event) => {
    const phrase = event.target.closest(".phrase");
    if (phrase) phrase.dataset.typed = "";
  });
  if (field.value) look();
})();
