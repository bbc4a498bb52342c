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
      const text = `${one.closest("section").firstChild.textContent} ${one.dataset.words || ""} ${one.textContent}`.toLowerCase();
      // What is being changed stays in sight.
      const isFound = one.matches(".open") || words.every((word) => text.includes(word));
      one.hidden = !isFound;
      if (isFound) count += 1;
    }
    for (const group of document.querySelectorAll(".phrases section")) {
      group.hidden = [...group.querySelectorAll(".phrase")].every((one) => one.hidden);
    }
    none.hidden = count > 0;
  };
  field.addEventListener("input", look);
  if (field.value) look();
})();
