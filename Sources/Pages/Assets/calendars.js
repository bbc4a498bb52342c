// Looks for the calendars of a server without leaving the page: a password is never written into one, and stays in its field.
"use strict";
(() => {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest && event.target.closest("[data-look]");
    const place = document.getElementById("found");
    if (!button || !place || button.dataset.look === "plain") return;
    event.preventDefault();
    if (button.disabled) return;
    const sent = new FormData(button.form);
    sent.delete("file");
    button.disabled = true;
    let fresh = null;
    try {
      const answer = await fetch(button.formAction, { method: "POST", credentials: "same-origin", body: sent });
      if ((answer.headers.get("content-type") || "").startsWith("text/html"))
        fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("found");
    } catch { /* The service is away: the form itself will say so. */ }
    button.disabled = false;
    if (fresh) {
      place.replaceChildren(...document.importNode(fresh, true).childNodes);
      const first = place.querySelector("input[type=radio]");
      if (first) first.focus();
      return;
    }
    // What came is another page, such as the login: it is opened as without a script.
    button.dataset.look = "plain";
    button.click();
  });
})();
