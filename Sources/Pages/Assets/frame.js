// What is around each page: the home's name, who is calling or waits, of what one is reminded, and the numbers at the ways there. It is taken over
// from a page that was read anew, or asked for alone.
"use strict";
(() => {
  const draw = (page, updateChildren) => {
    const [title, titled] = [document.querySelector("header .title"), page.querySelector("header .title")];
    const [home, named] = [title?.querySelector(".home"), titled?.querySelector(".home")];
    if (title && titled && home?.textContent !== named?.textContent) {
      const [old, now] = [home, named].map((one) => one ? ` – ${one.textContent} – Beckon` : " – Beckon");
      if (document.title.endsWith(old)) document.title = document.title.slice(0, -old.length) + now;
      if (home) home.remove();
      if (named) title.querySelector("h1").before(document.importNode(named, true));
    }
    const [bar, told] = [document.getElementById("waiting"), page.getElementById("waiting")];
    if (bar && told) {
      const [line, words] = [bar.querySelector("a"), told.querySelector("a")];
      // The words change in their place, so that they are read out.
      if (line.textContent !== words.textContent) line.textContent = words.textContent;
      line.className = words.className;
      if (line.getAttribute("href") !== words.getAttribute("href")) line.setAttribute("href", words.getAttribute("href"));
      line.hidden = words.hidden;
      bar.dataset.count = told.dataset.count;
      const [calls, fresh] = [bar.querySelector("ul"), told.querySelector("ul")];
      if (!calls.isEqualNode(fresh)) calls.replaceWith(document.importNode(fresh, true));
    }
    // This is read out, too: so it stays, and what stands in it changes.
    const [reminded, fresh] = [document, page].map((one) => one.getElementById("reminded"));
    if (reminded && fresh && !reminded.isEqualNode(fresh)) updateChildren(reminded, fresh);
    for (const way of document.querySelectorAll("nav a[href]")) {
      const counted = page.querySelector(`nav a[href="${way.getAttribute("href")}"]`);
      if (!counted || way.textContent === counted.textContent) continue;
      for (const one of way.querySelectorAll(".badge, .unseen")) one.remove();
      for (const one of counted.querySelectorAll(".badge, .unseen")) way.append(document.importNode(one, true));
    }
  };

  // For the script that reads pages anew: with its `watchButtons`, `updateChildren` and `patience`, the time in ms after which an
  // answer counts as missing; `logOut` is told whether the session has ended.
  window.pageFrame = ({ watchButtons, updateChildren, patience, logOut }) => {
    const updateFrame = (page) => {
      watchButtons(() => draw(page, updateChildren));
      document.dispatchEvent(new CustomEvent("beckon:updated"));
    };

    let isReading = false, isAgain = false, wait;
    // A hidden page asks when it is shown again. It asks once, however often that was said.
    const readIn = (seconds) => {
      clearTimeout(wait);
      wait = setTimeout(() => { if (!document.hidden) readFrame(); }, 1000 * seconds);
    };
    // What is around a page that is not read anew itself, as a page that costs little has it.
    const readFrame = async () => {
      if (isReading) { isAgain = true; return; }
      isReading = true;
      const stop = new AbortController(), end = setTimeout(() => stop.abort(), patience);
      try {
        const answer = await fetch("/more", { credentials: "same-origin", cache: "no-store", signal: stop.signal });
        const isLoggedOut = answer.redirected && new URL(answer.url).pathname === "/login";
        logOut(isLoggedOut);
        if (!isLoggedOut && answer.ok) updateFrame(new DOMParser().parseFromString(await answer.text(), "text/html"));
        // Somebody may be calling: it is asked again, when the service says that it may be.
        else if (!isLoggedOut) readIn(Number(answer.headers.get("Retry-After")) || 2);
      } catch {
        // What is there stays: no answer does not mean that nobody calls.
        readIn(2);
      } finally {
        clearTimeout(end);
        isReading = false;
      }
      if (isAgain) { isAgain = false; readFrame(); }
    };
    return { updateFrame, readFrame };
  };
})();
