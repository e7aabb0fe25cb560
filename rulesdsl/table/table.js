// The page of a table: exchanges parts that have changed, keeps the focus, sends answers. No rules in here.
"use strict";
(() => {
  const body = document.body, base = body.dataset.base, byId = (id) => document.getElementById(id);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const make = (name, text, set) => Object.assign(document.createElement(name), { textContent: text || "" }, set || {});
  let fading = 0, typed = "", sending = false;

  const say = (text) => {
    const message = byId("message");
    if (!message) return;
    clearTimeout(fading);
    message.textContent = text || "";
    if (text) fading = setTimeout(() => { message.textContent = ""; }, 4000 + 40 * text.length);
  };

  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  // The same answer may be sent again: two of them are one.
  const send = async (what, data) => {
    for (let pause = 500; ; pause = Math.min(8000, pause * 2)) {
      try {
        const found = await fetch(`${base}/${what}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data || {}) });
        if (found.status === 429 || found.status >= 502) throw new Error("again");
        return await found.json();
      } catch {
        say("The server does not answer. Trying again …");
        await wait(pause);
      }
    }
  };
  const tell = async (what, data) => { const found = await send(what, data); say(found.said); return found; };

  const answer = async (option, text) => {
    const table = byId("table");
    if (sending || !table || !table.dataset.question) return;
    sending = true;
    try { await tell("answer", { question: table.dataset.question, option: Number(option), text }); } finally { sending = false; }
  };

  // ---- dialogues

  const dialog = byId("dialog");
  const ask = (title, build) => {
    const inner = make("div");
    inner.append(make("h2", title));
    build(inner);
    const close = make("button", "Close", { type: "button" });
    close.addEventListener("click", () => dialog.close());
    inner.append(close);
    dialog.replaceChildren(inner);
    dialog.showModal();
  };
  const choose = (thing) => {
    const options = thing.dataset.option.split(" "), words = (thing.dataset.say || "").split("\n");
    if (options.length === 1) { answer(options[0]); return; }
    ask(thing.dataset.name || "Which of these?", (inner) => options.forEach((option, at) => {
      const button = make("button", words[at], { type: "button", className: "option" });
      button.addEventListener("click", () => { dialog.close(); answer(option); });
      inner.append(button);
    }));
  };
  const why = async (name, said) => {
    const found = await send("why", { asked: name });
    said.textContent = found.said;
  };
  const look = (thing) => ask(thing.dataset.name, (inner) => {
    const details = thing.title || thing.getAttribute("aria-label") || "";
    inner.append(make("p", details, { className: "note" }));
    if (!document.querySelector("[data-do=why]")) return;
    const said = make("p", "", { className: "says" });
    said.setAttribute("role", "status");
    const button = make("button", "Why can I not choose this?", { type: "button" });
    button.addEventListener("click", () => why(thing.dataset.name, said));
    inner.append(button, said);
  });
  const whyWhat = () => ask("Why not …?", (inner) => {
    const entry = make("input", "", { name: "what", maxLength: 120 }), said = make("p", "", { className: "says" });
    said.setAttribute("role", "status");
    const label = make("label", "An action, a card or a place ");
    const names = make("datalist", "", { id: "names" });
    new Set([...document.querySelectorAll("[data-name]")].map((one) => one.dataset.name)).forEach((name) => names.append(make("option", "", { value: name })));
    entry.setAttribute("list", "names");
    label.append(entry);
    const form = make("form"), go = make("button", "Ask", { type: "submit" });
    form.append(label, go);
    form.addEventListener("submit", (event) => { event.preventDefault(); if (entry.value.trim()) why(entry.value, said); });
    inner.append(names, form, said);
  });

  // ---- one option of many: what is pointed at is told, and what it leaves is shown

  const point = (given) => send("point", { question: byId("table").dataset.question, ...given });
  let hand = 0, looking = 0;
  const atHand = (next) => {
    const begun = document.querySelector("#finding.begun"), listed = begun ? [...document.querySelectorAll("#ask .options .option")] : [];
    listed.forEach((one) => one.classList.remove("at-hand"));
    hand = listed.length ? next % listed.length : 0;
    if (listed[hand]) { listed[hand].classList.add("at-hand"); if (next) listed[hand].scrollIntoView({ block: "nearest" }); }
    cover(null);
  };
  document.addEventListener("input", ({ target }) => {
    if (target.id !== "search") return;
    clearTimeout(looking);
    looking = setTimeout(() => point({ words: target.value }), 200);
  });

  // What is lit may lie outside of what is seen: in a map that is scrolled, or further down.
  const showLit = (far) => {
    const shown = (which) => [...document.querySelectorAll(which)].filter((one) => !one.closest("#ask") && one.checkVisibility());
    const options = shown(".lit[data-option]"), lit = options.length ? options : shown(".board .chosen");
    if (!lit.length) return;
    const first = lit[0].getBoundingClientRect(), around = lit[0].closest(".scroll");
    const box = around && around.getBoundingClientRect();
    const seen = (at) => at.left >= box.left && at.right <= box.right && at.top >= box.top && at.bottom <= box.bottom;
    if (around && !lit.some((one) => seen(one.getBoundingClientRect()))) {
      around.scrollLeft += first.left + first.width / 2 - box.left - around.clientWidth / 2;
      around.scrollTop += first.top + first.height / 2 - box.top - around.clientHeight / 2;
    }
    if (far && options.length) lit[0].scrollIntoView({ block: "center", behavior: still ? "auto" : "smooth" });
    if (far && options.length) lit[0].focus({ preventScroll: true });
  };

  const deeds = {
    back: () => tell("back"), agree: () => tell("consent", { agreed: true }), refuse: () => tell("consent", { agreed: false }),
    why: whyWhat,
    show: () => showLit(true),
    next: () => atHand(hand + 1), take: () => choose(document.querySelector("#ask .at-hand")), unpoint: () => point({ back: true }), more: () => point({ more: true }),
    larger: () => { byId("boards").classList.toggle("large"); showLit(false); },
    brings: async () => {
      const found = await send("brings");
      ask("What would it bring?", (inner) => inner.append(make("p", found.said, { className: "says" })));
    },
    hint: async () => {
      const found = await tell("hint");
      document.querySelectorAll(".hinted").forEach((one) => one.classList.remove("hinted"));
      const hinted = [...document.querySelectorAll("[data-option]")].filter((one) => one.dataset.option.split(" ").includes(String(found.option)));
      hinted.forEach((one) => one.classList.add("hinted"));
      if (found.option !== undefined && !hinted.length) point({ words: `#${found.option + 1}` });
    },
  };

  // What is smaller than this cannot be hit by a finger: its first touch makes the board larger around it.
  const FINGER = 24;
  const broughtNear = (thing, { pointerType, clientX, clientY }) => {
    const small = thing.closest("#boards:not(.large) .board.wide:not(.tiles)") && thing.getBoundingClientRect();
    if (pointerType !== "touch" || !small || Math.min(small.width, small.height) >= FINGER) return false;
    byId("boards").classList.add("large");
    const now = thing.getBoundingClientRect();
    thing.closest(".scroll").scrollLeft += now.left + now.width / 2 - clientX;
    scrollBy(0, now.top + now.height / 2 - clientY);
    return true;
  };

  document.addEventListener("click", (event) => {
    const thing = event.target.closest("[data-option], [data-point], [data-do], [data-copy], [data-name]");
    if (!thing || broughtNear(thing, event)) return;
    if (thing.dataset.point !== undefined) point({ key: thing.dataset.point });
    else if (thing.dataset.option !== undefined) choose(thing);
    else if (thing.dataset.do) deeds[thing.dataset.do]();
    else if (thing.dataset.copy) navigator.clipboard.writeText(thing.dataset.copy).then(() => { thing.textContent = "Copied"; });
    else if (base) look(thing);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-write]");
    if (!form) return;
    event.preventDefault();
    answer(form.dataset.write, form.elements.entry.value);
  });
  // Who points at an option about places, or goes to it by keys, sees these on the board; else the one at hand.
  const cover = (target) => {
    const option = (target && target.closest("[data-cells]")) || document.querySelector("#ask .at-hand");
    document.querySelectorAll(".covered").forEach((one) => one.classList.remove("covered"));
    if (option && option.dataset.cells) option.dataset.cells.split(" ").map(byId).forEach((one) => one && one.classList.add("covered"));
    // What is one option stands out as one, such as the cells of a column.
    const whole = target && target.closest(".board [data-option]");
    const alike = whole ? document.querySelectorAll(`.board [data-option="${whole.dataset.option}"]`) : [];
    if (alike.length > 1) alike.forEach((one) => one.closest("[id]").classList.add("covered"));
  };
  document.addEventListener("mouseover", (event) => cover(event.target));
  document.addEventListener("focusin", (event) => cover(event.target));

  document.addEventListener("keydown", (event) => {
    const at = document.activeElement;
    if ((event.key === "Enter" || event.key === " ") && at && at.matches("svg :is([data-option], [data-point])")) { event.preventDefault(); at.dispatchEvent(new MouseEvent("click", { bubbles: true })); return; }
    if (event.key === "Enter" && at && at.id === "search") { event.preventDefault(); const first = document.querySelector("#ask .option"); if (first) first.focus(); return; }
    if (event.key === "Escape" && document.querySelector("#finding.begun") && !(dialog && dialog.open) && !(at && at.id === "search" && at.value)) { point({ back: true }); return; }
    if (event.ctrlKey || event.metaKey || event.altKey || (at && at.matches("input, select, textarea")) || (dialog && dialog.open)) return;
    const step = document.querySelector(`.steps [data-key="${CSS.escape(event.key)}"]`);
    if (step && !(at && at.matches(".scroll"))) { step.click(); return; }
    if (!base) return;
    // The number of an option leads to it; Enter takes it.
    if (/^[0-9]$/.test(event.key)) {
      typed = (typed + event.key).slice(-4);
      const find = (text) => [...document.querySelectorAll("[data-option]")].find((one) => one.dataset.option.split(" ").includes(String(Number(text) - 1)) && one.checkVisibility());
      let found = find(typed);
      if (!found) { typed = event.key; found = find(typed); }
      if (found) found.focus();
    } else if (event.key !== "Enter") typed = "";
  });

  // ---- exchanging parts

  const mark = (one) => one && (one.id ? `#${CSS.escape(one.id)}` : one.dataset && one.dataset.option !== undefined ? `[data-option="${one.dataset.option}"]` : one.dataset && one.dataset.point !== undefined ? `[data-point="${one.dataset.point}"]` : one.dataset && one.dataset.do ? `[data-do="${one.dataset.do}"]` : null);
  const places = () => {
    const found = new Map();
    document.querySelectorAll(".card[data-name]").forEach((one) => found.set(one.dataset.name, found.has(one.dataset.name) ? null : one));
    return found;
  };
  const beginning = (around) => {
    const svg = around.querySelector("svg[data-left]");
    if (!svg) return [0, 0];
    const scale = svg.getBoundingClientRect().width / Number(svg.dataset.wide);
    return [Number(svg.dataset.left) * scale, Number(svg.dataset.top) * scale];
  };
  // Who chose with the keyboard goes on with the next choice, whenever it comes.
  let lost = false;
  document.addEventListener("focusin", (event) => { if (event.isTrusted && event.target.matches("button, a, input, select, summary")) lost = false; });
  const entry = (part) => part.querySelector("#entry, #search:focus");
  const swap = (parts, asked, question) => {
    const active = document.activeElement, part = active && active.closest("[id]"), key = mark(active);
    const before = still ? new Map() : new Map([...places()].map(([name, one]) => [name, one && one.getBoundingClientRect()]));
    for (const [id, html] of Object.entries(parts)) {
      const old = byId(id);
      if (!old) continue;
      const open = [...old.querySelectorAll("details")].map((one) => [one.querySelector("summary").textContent, one.open]);
      const scrolled = [...old.querySelectorAll(".scroll")].map((one) => [one.scrollLeft, one.scrollTop, beginning(one)]);
      // What somebody is writing stays, as long as the same is asked.
      const written = entry(old);
      old.innerHTML = html;
      const goes = written && old.querySelector(`#${written.id}`);
      if (goes && asked === question) Object.assign(goes, { value: written.value }).setSelectionRange(written.selectionStart, written.selectionEnd);
      const now = new Map(open);
      old.querySelectorAll("details").forEach((one) => { const was = now.get(one.querySelector("summary").textContent); if (was !== undefined) one.open = was; });
      old.querySelectorAll(".scroll").forEach((one, at) => {
        if (!scrolled[at]) return;
        // A board that has grown to the left or upwards stays where it is seen.
        const [left, top, was] = scrolled[at], begins = beginning(one);
        one.scrollLeft = left + was[0] - begins[0];
        one.scrollTop = top + was[1] - begins[1];
      });
    }
    const gone = active && active !== body && !active.isConnected;
    if (gone && active.dataset.option !== undefined) lost = true;
    if (gone || lost) {
      const next = [...document.querySelectorAll("#ask .option, [data-option]")].find((one) => one.checkVisibility());
      const again = (gone && key && document.querySelector(key)) || next || (part && byId(part.id));
      if (again) { if (!again.matches("button, a, input, [tabindex]")) again.tabIndex = -1; again.focus({ preventScroll: true }); }
      if (next) lost = false;
    }
    if (still) return;
    for (const [name, one] of places()) {
      const was = before.get(name);
      if (!one || !was) continue;
      const now = one.getBoundingClientRect(), x = was.left - now.left, y = was.top - now.top;
      if ((Math.abs(x) > 4 || Math.abs(y) > 4) && was.width && now.width) one.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 350, easing: "ease-out" });
    }
  };
  const change = (data) => {
    const table = byId("table"), asked = table.dataset.question;
    swap(data.parts, asked, data.question);
    if (data.parts.ask !== undefined) atHand(0);
    cover(document.querySelector("[data-cells]:focus"));
    table.dataset.question = data.question;
    const story = byId("story"), low = story.scrollHeight - story.scrollTop - story.clientHeight < 60;
    if (data.afresh) story.innerHTML = data.story.join("");
    else story.insertAdjacentHTML("beforeend", data.story.join(""));
    if (low || data.afresh) story.scrollTop = story.scrollHeight;
    if (data.question !== asked) { typed = ""; showLit(false); }
    const title = document.title.replace(/^● /, "");
    document.title = data.question ? `● ${title}` : title;
    table.classList.toggle("over", data.over);
  };

  const listen = () => {
    const source = new EventSource(`${base}/stream`), line = byId("connection");
    source.onmessage = (event) => { change(JSON.parse(event.data)); body.dataset.live = "yes"; };
    source.onopen = () => { body.classList.remove("lost"); line.textContent = ""; };
    source.onerror = () => {
      body.classList.add("lost");
      body.dataset.live = "no";
      line.textContent = "The connection is lost; it is taken up again by itself.";
      if (source.readyState === EventSource.CLOSED) { source.close(); setTimeout(listen, 2000); }
    };
    addEventListener("pagehide", () => source.close(), { once: true });
  };

  // ---- sitting down, naming, new games

  const sit = async () => {
    const token = location.hash.slice(1), line = byId("sitting");
    // The token leaves the address before anything else can read it.
    history.replaceState(null, "", location.pathname);
    if (!token) { line.textContent = "Open the link of a seat to sit down here."; return; }
    const found = await fetch(`${location.pathname}/sit`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token }) });
    if (found.ok) location.reload(); else line.textContent = (await found.json()).said;
  };
  if (body.dataset.sit) { sit(); return; }
  if (location.hash.length > 20) history.replaceState(null, "", location.pathname);
  addEventListener("hashchange", () => { if (location.hash.length > 20) location.reload(); });
  const naming = byId("naming");
  if (naming) naming.addEventListener("submit", (event) => { event.preventDefault(); tell("name", { name: naming.elements.name.value }); });
  const players = document.querySelector("select[name=players]");
  if (players) {
    const show = () => document.querySelectorAll("[data-seat]").forEach((one) => { one.hidden = Number(one.dataset.seat) > Number(players.value); });
    players.addEventListener("change", show);
    show();
  }
  const story = byId("story");
  if (story) story.scrollTop = story.scrollHeight;
  if (base) listen();
  atHand(0);
  showLit(false);
})();
