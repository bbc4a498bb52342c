// While a board is edited, its mistakes are shown beside it: this presses the "Check" button a moment after
// the last keystroke. Without this script the button does the same.
"use strict";
(() => {
  const form = document.getElementById("editor");
  if (!form) return;
  const text = form.elements.text;
  const check = form.querySelector("button[formaction]");
  let timer, newest = 0, isSaved = false;

  const look = async () => {
    const mine = ++newest;
    try {
      const answer = await fetch(check.formAction, {
        method: "POST", credentials: "same-origin", body: new URLSearchParams(new FormData(form)),
      });
      const type = answer.headers.get("content-type") || "";
      if (mine !== newest || !answer.ok || !type.startsWith("text/html")) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const id of ["findings", "drawing"]) {
        const [old, now] = [document.getElementById(id), fresh.getElementById(id)];
        if (old && now && !old.isEqualNode(now)) old.replaceChildren(...document.importNode(now, true).childNodes);
      }
    } catch { /* The service is away: the button, and saving, will say so. */ }
  };

  text.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, 700);
  });

  // A finding leads to its line.
  document.getElementById("findings").addEventListener("click", (event) => {
    const found = event.target.closest("[data-line]");
    if (!found || window.getSelection().toString()) return;
    const lines = text.value.split("\n");
    const line = Math.min(Number(found.dataset.line), lines.length);
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    text.focus();
    text.setSelectionRange(start, start + lines[line - 1].length);
    text.scrollTop = (line - 4) * text.scrollHeight / lines.length;
  });

  // A wrong tap must not lose the text.
  form.addEventListener("submit", (event) => { if (!event.defaultPrevented) isSaved = true; });
  window.addEventListener("beforeunload", (event) => {
    // A text that was refused or only checked exists only on this page.
    if (!isSaved && (form.dataset.unsaved !== undefined || text.value !== text.defaultValue)) event.preventDefault();
  });
})();
