"use strict";
// The felt's four corners by clicking: the last one can be taken back, and nothing is sent before "keep".

const WORDS = {
  en: {
    asks: ["Click the felt's upper left corner", "Now its upper right corner", "Now its lower right corner",
      "Now its lower left corner", "Does each dot sit on its corner? Then keep them."],
    left: " (of its left half alone)", right: " (of its right half alone)",
    back: "Take back", keep: "Keep", other: "Deutsch", picture: "What the camera sees",
    kept: "Kept. This page can be closed.", lost: "Floorman no longer answers; start the command again.",
    count: "Four corners are needed.", line: "Three of the corners lie on a line.",
    order: "The corners are not in order: clockwise from the upper left.", turned: "The felt's width and height do not fit: begin at the next corner.", small: "That is too small for a felt.",
  },
  de: {
    asks: ["Bitte auf die linke obere Ecke der Spielfläche klicken", "Nun auf die rechte obere Ecke",
      "Nun auf die rechte untere Ecke", "Nun auf die linke untere Ecke",
      "Sitzt jeder Punkt auf seiner Ecke? Dann übernehmen."],
    left: " (nur der linken Hälfte)", right: " (nur der rechten Hälfte)",
    back: "Zurücknehmen", keep: "Übernehmen", other: "English", picture: "Was die Kamera sieht",
    kept: "Übernommen. Diese Seite kann geschlossen werden.",
    lost: "Floorman antwortet nicht mehr; bitte den Befehl neu starten.",
    count: "Es werden vier Ecken gebraucht.", line: "Drei der Ecken liegen auf einer Linie.",
    order: "Die Ecken sind nicht in der Reihenfolge: im Uhrzeigersinn ab links oben.",
    turned: "Breite und Höhe der Spielfläche passen nicht: bitte mit der nächsten Ecke beginnen.",
    small: "Das ist zu klein für eine Spielfläche.",
  },
};

const at = (id) => document.getElementById(id);
const picture = at("picture");
const half = document.querySelector("meta[name=half]").content;
let language = document.documentElement.lang in WORDS ? document.documentElement.lang : "en";
let corners = [];
let fault = "";
let done = false;

function draw() {
  const words = WORDS[language];
  document.documentElement.lang = language;
  at("back").textContent = words.back;
  at("keep").textContent = words.keep;
  at("language").textContent = words.other;
  picture.alt = words.picture;
  at("ask").textContent = fault ? words[fault] : done ? words.kept : words.asks[corners.length] + (corners.length < 4 && words[half] || "");
  at("ask").classList.toggle("fault", fault !== "");
  at("keep").disabled = done || corners.length < 4;
  at("back").disabled = done || corners.length === 0;
  at("marks").setAttribute("viewBox", `0 0 ${picture.naturalWidth || 1} ${picture.naturalHeight || 1}`);
  at("outline").setAttribute("points", corners.map((corner) => corner.join(",")).join(" "));
  at("dots").replaceChildren(...corners.map(([x, y]) => {
    const dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    dot.setAttribute("cx", x);
    dot.setAttribute("cy", y);
    dot.setAttribute("r", Math.max(4, picture.naturalWidth / 240));
    return dot;
  }));
}

picture.addEventListener("load", draw);
picture.addEventListener("click", (event) => {
  if (done || corners.length === 4) return;
  const box = picture.getBoundingClientRect();
  const scale = picture.naturalWidth / box.width;
  // The middle of the first pixel is 0, 0.
  corners.push([(event.clientX - box.left) * scale - 0.5, (event.clientY - box.top) * scale - 0.5]);
  fault = "";
  draw();
});

at("back").addEventListener("click", () => {
  corners.pop();
  fault = "";
  draw();
});

at("language").addEventListener("click", () => {
  language = language === "de" ? "en" : "de";
  draw();
});

at("keep").addEventListener("click", async () => {
  const token = document.querySelector("meta[name=token]").content;
  try {
    const answer = await fetch("/corners", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Floorman-Token": token },
      body: JSON.stringify({ corners }),
    });
    const said = (await answer.json()).fault;
    fault = answer.ok ? "" : said in WORDS.en ? said : "lost";
    done = answer.ok;
  } catch {
    fault = "lost";
  }
  draw();
});

draw();
