// Printing needs a script; without one the browser's own menu does it.
"use strict";
(() => {
  const button = document.getElementById("print");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => window.print());
})();
