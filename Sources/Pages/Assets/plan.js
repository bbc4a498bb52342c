// The form of the plan, one step after the other: what, when, who is reminded. The service says what is wrong with a step and what
// the form means; without this script all steps stand below each other.
"use strict";
(() => {
  const form = document.querySelector("form.steps");
  if (!form) return;

  // What somebody has filled in by hand stays where the sentence above is read again, and so does what that fills in elsewhere: a picture
  // the symbol, a weekday how it repeats, and the other way round.
  const hand = form.elements.hand, sentence = document.querySelector("form.sentence");
  const along = { picked: "symbol", days: "repeat", repeat: "days" };
  const remember = (event) => {
    const { name } = event.target;
    if (!hand || !name) return;
    const names = hand.value.split(" ").filter(Boolean);
    hand.value = [...new Set([...names, name, along[name]])].filter(Boolean).join(" ");
  };
  for (const kind of ["input", "change"]) form.addEventListener(kind, remember);
  if (hand && sentence) sentence.addEventListener("submit", () => {
    for (const old of sentence.querySelectorAll("[data-hand]")) old.remove();
    const put = (name, value) => {
      const field = Object.assign(document.createElement("input"), { type: "hidden", name, value });
      field.dataset.hand = "";
      sentence.append(field);
    };
    const names = hand.value.split(" ").filter(Boolean), filled = new FormData(form);
    if (names.length > 0) put("hand", names.join(" "));
    for (const name of names) for (const value of filled.getAll(name)) put(`hand-${name}`, value);
  });

  const steps = () => [...form.querySelectorAll(".step")];
  // Where something is wrong, all of it is shown.
  if (document.getElementById("main").dataset.refused !== undefined || form.querySelector(".problem, .faults")) return;

  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  // What has been chosen so far, as the service says it; each step can be gone to by a tap.
  const overview = element("ol", { className: "overview" });
  overview.dataset.own = "";
  const summaries = [];
  const save = form.querySelector(".last [value=save]");
  // Pictures that somebody has looked for stand in the first step.
  let now = form.querySelector(".preview, .asked") && !form.querySelector("#step-1 details.plain[open]") ? -1 : 0;

  const titleOf = (step) => step.querySelector("h2 > span:last-child").textContent;
  const words = (step) => {
    if (step.id === "step-1") {
      const [sign, title] = ["symbol", "title"].map((name) => form.elements[name].value.trim());
      // Nobody reads a picture's path.
      return [/[./]/.test(sign) ? "" : sign, title].filter(Boolean).join(" ");
    }
    return summaries[Number(step.id.slice(-1))] || "";
  };

  const draw = () => {
    overview.replaceChildren(...steps().map((step, index) => {
      const button = element("button", { type: "button" }, element("span", { className: "nr", textContent: String(index + 1) }),
        element("span", { className: "name" }, titleOf(step), element("small", { textContent: words(step) })));
      if (index === now) button.setAttribute("aria-current", "step");
      button.addEventListener("click", () => go(index));
      return element("li", {}, button);
    }));
    for (const [index, step] of steps().entries()) {
      step.hidden = index !== now;
      if (!step.querySelector(".turns")) {
        const back = element("button", { type: "button", textContent: say("script.step_back") });
        const next = element("button", { type: "button", className: "main", textContent: say("script.step_next") });
        back.addEventListener("click", () => go(index - 1));
        next.addEventListener("click", () => go(index + 1));
        step.append(element("p", { className: "row turns" }, ...(index > 0 ? [back] : []), ...(index < steps().length - 1 ? [next] : [])));
      }
    }
    // From the second step on everything has its usual value: whoever needs no more saves there.
    const isLast = now === steps().length - 1;
    for (const part of form.querySelectorAll(".last")) part.hidden = !isLast && (now < 1 || !save);
    for (const button of form.querySelectorAll(".last [value=look]")) button.hidden = !isLast;
  };

  // The page as the service would draw it for what is filled in; `null` where it cannot be asked.
  const ask = async () => {
    const sent = new URLSearchParams(new FormData(form));
    sent.set("do", "look");
    const stop = new AbortController();
    const end = setTimeout(() => stop.abort(), 5000);
    try {
      const answer = await fetch(form.action, { method: "POST", body: sent, credentials: "same-origin", signal: stop.signal });
      return answer.redirected ? null : new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch {
      return null;
    } finally {
      clearTimeout(end);
    }
  };

  // What it would mean is shown above the steps, with the button that saves it. What was good last stays where the last change is not.
  const show = (fresh) => {
    const old = form.querySelector(".preview"), isLast = now === steps().length - 1;
    const hasFocus = old && old.contains(document.activeElement);
    const preview = fresh && fresh.querySelector(".preview");
    if (isLast && old && !preview) return fresh && outdate(old, fresh);
    if (old) old.remove();
    summarise(preview);
    if (!preview || !isLast) return;
    overview.before(document.importNode(preview, true));
    if (hasFocus) form.querySelector(".preview button").focus();
  };

  const outdate = (preview, fresh) => {
    preview.dataset.old = "";
    const problem = fresh.querySelector("form.steps .problem");
    const note = preview.querySelector(".outdated") || element("p", { className: "word soon outdated" });
    note.setAttribute("role", "status");
    note.textContent = [say("script.preview_old"), problem && problem.textContent].filter(Boolean).join(" ");
    preview.prepend(note);
  };

  const summarise = (preview) => {
    const text = (...names) => names.map((name) => preview && preview.querySelector(name)).filter(Boolean).map((one) => one.textContent);
    summaries[2] = text(".word", ".reminded").join(" ");
    summaries[3] = text(".people", ".points").join(" · ");
  };

  // What the service has filled in for whoever has not chosen who does it; not over what was chosen meanwhile.
  const takeDoer = (fresh, was) => {
    if (!fresh || form.elements.person.value !== was) return;
    for (const name of ["person", "usual", "usualFor"]) {
      const field = fresh.querySelector(`form.steps [name=${name}]`);
      if (field) form.elements[name].value = field.value;
    }
  };

  // That it is a chore, which the service ticks for what a client is to do for themselves; once, so that whoever unticks it is believed.
  const takeListed = (fresh) => {
    const [own, said] = [form, fresh && fresh.querySelector("form.steps")].map((one) => one && one.querySelector("[name=listedFor]"));
    if (!own || !said || own.value === said.value) return;
    own.value = said.value;
    const [box, ticked] = [form, fresh].map((one) => one.querySelector("[name=ticks][value=chore]"));
    if (box && ticked) box.checked = ticked.checked;
  };

  // Weekdays stand in front of all ways of repeating: they are what most plans need.
  const liftDays = () => {
    const days = form.querySelector(".way [name=days]")?.closest(".chips");
    if (days) days.closest("fieldset").querySelector(".way").before(days);
  };

  // Nobody saves what they have not been shown: buttons that save wait for the answer to what is filled in.
  const filled = () => new URLSearchParams(new FormData(form)).toString();
  let answered = null;
  const settle = () => {
    const waits = filled() !== answered || form.querySelector(".preview[data-old]") !== null;
    for (const button of form.querySelectorAll("button[value=save]")) button.disabled = waits;
  };

  // What is being chosen is said above the steps at once; only the newest answer counts.
  let asked = 0, pause = 0, isHeld = false;
  // Nothing moves under a finger that is on its way to a button.
  document.addEventListener("pointerdown", () => { isHeld = true; });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { isHeld = false; });
  const sayWhen = () => {
    clearTimeout(pause);
    pause = setTimeout(async () => {
      if (isHeld) return sayWhen();
      const mine = ++asked, at = now, sent = filled();
      const fresh = await ask();
      if (mine !== asked || now !== at || isGoing) return;
      if (isHeld) return sayWhen();
      const isWhole = filled() === sent;
      takeListed(fresh);
      // Where nobody answers, saving says so.
      answered = isWhole ? filled() : sent;
      if (fresh && (at !== 1 || fresh.querySelector(".preview"))) {
        show(fresh);
        draw();
      }
      settle();
    }, 200);
  };
  const follow = () => {
    if (now !== 1 && now !== steps().length - 1 || filled() === answered) return;
    settle();
    sayWhen();
  };

  let isGoing = false;
  const go = async (index) => {
    if (isGoing) return;
    isGoing = true;
    const from = steps()[now], doer = form.elements.person.value, sent = filled();
    try {
      const fresh = await ask();
      const isWhole = filled() === sent;
      takeDoer(fresh, doer);
      takeListed(fresh);
      const same = fresh && from && fresh.getElementById(from.id);
      if (index > now && same && same.querySelector(".problem")) {
        from.replaceWith(document.importNode(same, true));
        liftDays();
        draw();
        const wrong = steps()[now].querySelector("[aria-invalid]");
        if (wrong) wrong.focus();
        return;
      }
      // What the service has filled in, such as the name of a need.
      if (same) {
        for (const name of ["title", "symbol"]) {
          const field = fresh.getElementById(`f-${name}`), own = form.elements[name];
          if (field && !own.value) own.value = field.value;
        }
      }
      answered = isWhole ? filled() : sent;
      now = index;
      show(fresh);
      draw();
      const heading = steps()[now].querySelector("h2");
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      overview.scrollIntoView({ block: "start" });
    } finally {
      isGoing = false;
      settle();
      // What was typed meanwhile.
      follow();
    }
  };

  // While something is typed, and not only when its field is left: that may be by a tap on the button that saves.
  form.addEventListener("input", follow);
  form.addEventListener("change", (event) => {
    const { name, value, dataset, checked } = event.target;
    // Where a list opens, nothing may say that the finger is up again.
    if (event.target.matches("select")) isHeld = false;
    // Whoever taps a weekday means every week; whoever then chooses something else means none of them.
    if (name === "days" && checked) form.querySelector("[name=repeat][value=weekly]").checked = true;
    if (name === "repeat" && value !== "weekly") for (const day of form.querySelectorAll("[name=days]")) day.checked = false;
    follow();
    if (name !== "need" || !value) return;
    // What another need had filled in gives way; what was typed stays.
    for (const [key, own] of [["title", dataset.title], ["symbol", dataset.symbol]]) {
      const field = form.elements[key];
      const theirs = [...form.querySelectorAll("[name=need]")].map((one) => one.dataset[key]);
      if (own && (!field.value.trim() || theirs.includes(field.value.trim()))) field.value = own;
    }
    if (dataset.client && [...form.elements.client.options].some((one) => one.value === dataset.client)) {
      form.elements.client.value = dataset.client;
    }
  });
  // Enter goes on to the next step, and saves only in the last one.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input") || now < 0 || now >= steps().length - 1) return;
    event.preventDefault();
    go(now + 1);
  });

  liftDays();
  steps()[0].before(overview);
  draw();
  // Words of the steps behind the first one, also where something is filled in already.
  if (now < 0 || form.elements.title.value) {
    ask().then((fresh) => {
      const preview = fresh && fresh.querySelector(".preview");
      if (!preview) return;
      summarise(preview);
      draw();
    });
  }
})();
