// A card of a board opens its sheet above the board. Without this script the sheet is a page of its own, and its search a button.
"use strict";
(() => {
  const side = 512; // Pixels of a picture's side: three for each that a card has on a sharp screen.
  let timer, newest = 0;
  // What is seen of a form's picture, on its way to being a file.
  const making = new WeakMap();

  const showSymbol = (form) => {
    const tile = form.querySelector("[data-symbol-shown]"), field = form.elements.symbol;
    if (!tile || !field) return;
    const found = [...form.querySelectorAll("[name=picked]")].find((one) => one.value === field.value);
    const image = found && found.closest("label").querySelector("img");
    // Of what is typed only an emoji is shown: a picture's name has letters.
    tile.replaceChildren(image ? image.cloneNode() : /[a-z]/i.test(field.value) ? "" : field.value);
  };

  // Looks for what is typed; with `most`, for as many pictures of it.
  const search = async (form, most) => {
    const mine = ++newest;
    const words = form.elements.search.value.trim(), place = form.querySelector("[data-symbols]").dataset.symbols;
    try {
      const answer = await fetch(`${place}?search=${encodeURIComponent(words)}${most ? `&pictures=${most}` : ""}`, { credentials: "same-origin" });
      if (mine !== newest || !answer.ok) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-symbols]");
      if (fresh) form.querySelector("[data-symbols]").replaceChildren(...document.importNode(fresh, true).childNodes);
    } catch { /* The service is away: the button will say so. */ }
  };

  // What is seen of a picture: moved by a finger or by keys, and sent as a small square without what a camera has written into it.
  const crop = async (form, field) => {
    const box = form.querySelector("[data-crop]"), canvas = box.querySelector("canvas"), zoom = box.querySelector("input");
    const chosen = field.files[0];
    await making.get(form);
    const whole = await createImageBitmap(chosen);
    let x = whole.width / 2, y = whole.height / 2;
    const draw = () => {
      const width = Math.max(whole.width, whole.height) * 100 / zoom.value;
      const within = (place, length) => length <= width ? length / 2 : Math.min(length - width / 2, Math.max(width / 2, place));
      [x, y] = [within(x, whole.width), within(y, whole.height)];
      const pen = canvas.getContext("2d");
      pen.fillStyle = "white";
      pen.fillRect(0, 0, side, side);
      pen.drawImage(whole, x - width / 2, y - width / 2, width, width, 0, 0, side, side);
      return width / side;
    };
    const make = () => new Promise((done) => canvas.toBlob((blob) => {
      const sent = new DataTransfer();
      sent.items.add(new File([blob], "picture.jpg", { type: "image/jpeg" }));
      field.files = sent.files;
      done();
    }, "image/jpeg", 0.88));
    // One file at a time, and that of the newest part last, however long a key is held.
    let isOld = false;
    const keep = () => {
      isOld = true;
      if (!making.has(form)) {
        making.set(form, (async () => {
          while (isOld) { isOld = false; await make(); }
          making.delete(form);
        })());
      }
      return making.get(form);
    };
    const move = (right, down) => { const scale = draw(); x -= right * scale; y -= down * scale; draw(); };
    box.hidden = false;
    draw();
    await keep();
    zoom.oninput = () => { draw(); keep(); };
    canvas.onkeydown = (event) => {
      const way = { ArrowLeft: [-16, 0], ArrowRight: [16, 0], ArrowUp: [0, -16], ArrowDown: [0, 16] }[event.key];
      if (!way) return;
      event.preventDefault();
      move(...way);
      keep();
    };
    // Of a finger not every browser says how far it has moved, but all say where it is.
    let held = null;
    canvas.onpointerdown = (event) => {
      canvas.setPointerCapture(event.pointerId);
      held = event;
    };
    canvas.onpointermove = (event) => {
      if (held === null || held.pointerId !== event.pointerId) return;
      const scale = side / canvas.clientWidth;
      move((event.clientX - held.clientX) * scale, (event.clientY - held.clientY) * scale);
      held = event;
    };
    canvas.onpointerup = canvas.onpointercancel = (event) => {
      if (held === null || held.pointerId !== event.pointerId) return;
      held = null;
      keep();
    };
  };

  const prepare = (root) => {
    const form = root.querySelector(".card-form");
    if (!form) return;
    form.addEventListener("input", (event) => {
      form.dataset.changed = "";
      if (event.target.name === "search") {
        clearTimeout(timer);
        timer = setTimeout(() => search(form), 300);
      } else if (["picked", "symbol"].includes(event.target.name)) {
        showSymbol(form);
      }
    });
    form.addEventListener("click", (event) => {
      const more = event.target.closest("button[name=pictures]");
      if (!more) return;
      event.preventDefault();
      search(form, more.value);
    });
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.target.name !== "search") return;
      event.preventDefault();
      clearTimeout(timer);
      search(form);
    });
    form.addEventListener("change", async (event) => {
      const field = event.target;
      if (field.name !== "picture" || !field.files[0] || !window.createImageBitmap || !window.DataTransfer) return;
      const buttons = [...form.querySelectorAll("button")];
      for (const one of buttons) one.disabled = true;
      try { await crop(form, field); } catch (reason) { console.info("the picture is sent as it is:", reason); }
      for (const one of buttons) one.disabled = false;
    });
  };

  const open = async (link) => {
    let page;
    try {
      const answer = await fetch(link.href, { credentials: "same-origin" });
      if (!answer.ok || answer.redirected) throw answer.status;
      page = new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch { location.assign(link.href); return; }
    const sheet = page.getElementById("sheet");
    if (!sheet) { location.assign(link.href); return; }
    const dialog = document.createElement("dialog"), head = document.createElement("div");
    const title = document.createElement("h2"), close = document.createElement("button");
    dialog.className = "sheet";
    dialog.setAttribute("aria-labelledby", "sheet-title");
    title.id = "sheet-title";
    title.textContent = page.querySelector("h1").textContent;
    close.type = "button";
    close.textContent = say("script.close_sheet");
    head.className = "sheet-head";
    head.append(title, close);
    dialog.append(head, document.importNode(sheet, true));
    document.body.append(dialog);
    prepare(dialog);
    const form = dialog.querySelector("form");
    const mayLeave = () => form.dataset.changed === undefined || window.confirm(say("script.leave_sheet"));
    close.addEventListener("click", () => { if (mayLeave()) dialog.close(); });
    dialog.addEventListener("cancel", (event) => { if (!mayLeave()) event.preventDefault(); });
    dialog.addEventListener("close", () => { dialog.remove(); link.focus(); });
    dialog.showModal();
    const label = dialog.querySelector("[name=label]");
    label.focus();
    label.select();
  };

  // The part that was chosen last is what is saved. At the window, before others count how often the form was sent.
  window.addEventListener("submit", async (event) => {
    const { submitter, target } = event, made = making.get(target);
    if (!made) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    await made;
    target.requestSubmit(submitter);
  }, true);
  document.addEventListener("click", (event) => {
    const link = event.target.closest ? event.target.closest("a[data-sheet]") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !window.HTMLDialogElement) return;
    event.preventDefault();
    open(link);
  });
  prepare(document);
  // After saving, back to the card.
  const card = location.hash.startsWith("#card-") && document.getElementById(location.hash.slice(1));
  // In a low window nothing is held in sight: there, what was done and the way back come first.
  const notice = document.querySelector("#notices > .notice");
  if (card && notice && !window.matchMedia("(min-height: 30rem)").matches) {
    // The browser itself goes to the card, at the latest when all is there.
    window.addEventListener("load", () => setTimeout(() => notice.scrollIntoView(), 0));
  } else if (card) {
    card.focus();
    // A notice that says much is taller than the room that is left for one.
    window.addEventListener("load", () => setTimeout(() => {
      const over = notice ? notice.getBoundingClientRect().bottom - card.getBoundingClientRect().top : 0;
      if (over > 0) window.scrollBy(0, -over - 8);
    }, 0));
  }
})();
