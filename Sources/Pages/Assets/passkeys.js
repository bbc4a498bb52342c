// Passkeys: logs in by one on the page for that, and makes one on its own page. Written for every browser that has passkeys, also where
// it cannot read what a service sends as JSON by itself.
// Without this script, the pages say that passkeys need one.
"use strict";
(() => {
  const place = document.getElementById("passkey");
  if (!place) return;
  const told = place.dataset, line = place.querySelector("[role=alert]"), button = place.querySelector("button");
  // So long, in milliseconds, somebody may look for their stick.
  const timeout = 120000;
  const base64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
  const list = (text) => text.split(" ").filter(Boolean);

  const ask = async (path, body) => {
    const answer = await fetch(`/api/v1/passkeys/${path}`, {
      method: "POST", credentials: "same-origin", cache: "no-store", body: JSON.stringify(body), headers: { "Content-Type": "application/json" },
    }).catch(() => { throw Object.assign(new Error("no answer"), { why: "away" }); });
    if (!answer.ok) throw Object.assign(new Error(String(answer.status)), { why: answer.status === 429 ? "often" : answer.status < 500 ? "refused" : "away" });
    return answer.json();
  };
  // The words of what went wrong; browsers do not tell apart that somebody has said no, and that no passkey was found.
  const why = (error) => told[error.why] || (error.name === "InvalidStateError" && told.known) || told.stopped;
  // Works while the button is held: it is said what did not work, and where to try again.
  const tried = async (work) => {
    if (button.disabled) return;
    button.disabled = true;
    line.textContent = "";
    try { await work(); } catch (error) {
      button.disabled = false;
      button.focus();
      line.textContent = why(error);
    }
  };

  const logIn = async () => {
    const { challenge, host } = await ask("challenges", {});
    const { rawId, response } = await navigator.credentials.get({
      publicKey: { challenge: bytes(challenge), rpId: host, userVerification: "required", allowCredentials: [], timeout },
    });
    await ask("sessions", {
      challenge, credential: base64(rawId), client_data: base64(response.clientDataJSON), authenticator_data: base64(response.authenticatorData),
      signature: base64(response.signature), user: response.userHandle ? base64(response.userHandle) : null,
    });
    location.assign(told.next);
  };

  const make = async (form) => {
    const { response } = await navigator.credentials.create({
      publicKey: {
        challenge: bytes(told.challenge), rp: { id: told.host, name: told.home }, timeout, attestation: "none",
        user: { id: bytes(told.user), name: told.userName, displayName: told.userName },
        pubKeyCredParams: list(told.algorithms).map((one) => ({ type: "public-key", alg: Number(one) })),
        excludeCredentials: list(told.excluded).map((one) => ({ type: "public-key", id: bytes(one) })),
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
      },
    });
    form.elements.client_data.value = base64(response.clientDataJSON);
    form.elements.attestation.value = base64(response.attestationObject);
    form.submit();
  };

  const form = place.querySelector("form");
  if (!window.isSecureContext || !window.PublicKeyCredential || !navigator.credentials) {
    if (form) line.textContent = told.unable;
    return;
  }
  if (form) form.addEventListener("submit", (event) => { event.preventDefault(); tried(() => make(form)); });
  else button.addEventListener("click", () => tried(logIn));
  // Whoever comes back to the page as they left it can try again.
  addEventListener("pageshow", (event) => { if (event.persisted) button.disabled = false; });
  place.hidden = button.hidden = false;
})();
