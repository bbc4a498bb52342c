// What forms can do with a finger: sliders beside numbers, lists whose lines move, a picture in the place of a typed symbol, and files
// that are too large. Without this script the same is typed.
"use strict";
(() => {
  // How many of the smallest unit of its kind each is.
  const units = { ms: 1, s: 1000, min: 60000, h: 3600000 };

  // "800 ms" as a number of `unit`; NaN for what is none.
  const read = (text, unit) => {
    const parts = /^\s*([+-]?\d+(?:[.,]\d+)?)\s*(\S*)\s*$/.exec(text);
    if (!parts) return NaN;
    const number = Number(parts[1].replace(",", ".")), own = parts[2] || unit;
    if (own === unit) return number;
    return own in units && unit in units ? number * units[own] / units[unit] : NaN;
  };

  const slide = (field) => {
    const { least, most, step, unit } = field.dataset;
    const range = document.createElement("input");
    range.type = "range";
    [range.min, range.max, range.step] = [least, most, step];
    range.disabled = field.disabled;
    range.setAttribute("aria-label", field.labels[0] ? field.labels[0].textContent : field.name);
    const show = () => {
      const number = read(field.value, unit);
      if (!Number.isNaN(number)) range.value = String(number);
      range.setAttribute("aria-valuetext", `${range.value} ${unit}`);
    };
    range.addEventListener("input", () => {
      field.value = /[a-zµ%]\s*$/i.test(field.value) ? `${range.value} ${unit}` : range.value;
      range.setAttribute("aria-valuetext", `${range.value} ${unit}`);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    // What is dropped is done: what waits for a change of the field learns of it then.
    range.addEventListener("change", () => field.dispatchEvent(new Event("change", { bubbles: true })));
    field.addEventListener("input", show);
    show();
    // The ends of the track stand under it, however wide it is.
    const track = document.createElement("div"), ends = field.parentElement.querySelector(".ends");
    track.className = "track";
    track.append(range, ...(ends ? [ends] : []));
    field.before(track);
    // The value names its unit itself.
    if (/[a-zµ%]\s*$/i.test(field.value)) field.parentElement.querySelector(".unit").hidden = true;
    field.dataset.slides = "";
  };

  const prepare = () => {
    for (const field of document.querySelectorAll("[data-least]:not([data-slides])")) slide(field);
    for (const button of document.querySelectorAll(".list [data-list][hidden]")) button.hidden = false;
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-list]");
    if (!button) return;
    const list = button.closest(".list").querySelector("ol"), row = button.closest("li");
    const field = row && row.querySelector("input");
    switch (button.dataset.list) {
      case "up": if (row.previousElementSibling) row.previousElementSibling.before(row); break;
      case "down": if (row.nextElementSibling) row.nextElementSibling.after(row); break;
      case "remove": {
        if (list.children.length === 1) { field.value = ""; field.focus(); break; }
        const next = row.nextElementSibling || row.previousElementSibling;
        row.remove();
        next.querySelector("input").focus();
        break;
      }
      default: {
        const last = list.lastElementChild, empty = last.querySelector("input");
        if (!empty.value) { empty.focus(); break; }
        const fresh = last.cloneNode(true);
        fresh.querySelector("input").value = "";
        list.append(fresh);
        fresh.querySelector("input").focus();
      }
    }
    if (row && row.isConnected && button.dataset.list !== "remove") button.focus();
    list.closest("form")?.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // A symbol is typed, or a picture chosen: what was said last counts. Before what other scripts do with it.
  document.addEventListener("input", ({ target }) => {
    const symbol = target.form?.elements.symbol;
    if (!symbol) return;
    // Where nothing is chosen, that can be said, too.
    if (target.name === "symbol") for (const one of target.form.querySelectorAll("[name=picked]")) one.checked = !one.value;
    if (target.name === "picked" && target.value) symbol.value = target.value;
  }, true);
  // Enter in the field that looks for a picture looks for it, and sends nothing else.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.id !== "find-picture") return;
    event.preventDefault();
    event.stopPropagation();
    event.target.closest(".search-symbols").querySelector("button").click();
  }, true);

  // What is too large to be taken is said before it is sent.
  document.addEventListener("change", ({ target }) => {
    const most = Number(target.dataset?.mostBytes);
    if (!most || !target.files) return;
    const isLarge = target.files[0]?.size > most;
    target.setCustomValidity(isLarge ? say("script.file_large", { most: Math.floor(most / 1048576) }) : "");
    if (isLarge) target.reportValidity();
  });

  prepare();
  document.addEventListener("beckon:updated", prepare);
  // Whoever sees nothing hears first what is wrong.
  document.querySelector(".faults")?.focus();
})();
