// The few words of the broadcast widgets; texts of the server come in both languages.
const WORDS = {
  de: {
    seat: "Platz {n}", acting: "am Zug", to_call: "{amount} zum Call", all_in: "All-in", bet: "setzt {amount}", wins: "gewinnt {amount}", away: "abwesend", folded: "gefoldet",
    blinds: "Blinds", ante: "Ante {amount}", level: "Level {n}", next_level: "Level {n} in {time}", paused: "Pause", big_blinds: "{n} BB",
    pot: "Pot", main_pot: "Hauptpot", side_pot: "Side Pot", side_pot_n: "Side Pot {n}", outs: "Outs", leaderboard: "Rangliste", chart: "Stacks im Verlauf", hands: "Hand {n}",
    incident: "Turnierleitung", starting: "Die Übertragung beginnt in", delayed: "Zeitversetzt {time}", locked: "Karten gesperrt", unlocked: "Karten freigegeben", clock: "Zeit",
  },
  en: {
    seat: "Seat {n}", acting: "to act", to_call: "{amount} to call", all_in: "All-in", bet: "bets {amount}", wins: "wins {amount}", away: "away", folded: "folded",
    blinds: "Blinds", ante: "Ante {amount}", level: "Level {n}", next_level: "Level {n} in {time}", paused: "Break", big_blinds: "{n} BB",
    pot: "Pot", main_pot: "Main pot", side_pot: "Side pot", side_pot_n: "Side pot {n}", outs: "Outs", leaderboard: "Leaderboard", chart: "Stacks over time", hands: "Hand {n}",
    incident: "Floor", starting: "The broadcast begins in", delayed: "Delayed {time}", locked: "Cards locked", unlocked: "Cards released", clock: "Clock",
  },
};

export const language = document.documentElement.lang in WORDS ? document.documentElement.lang : "en";

export const t = (key, values = {}) => (WORDS[language][key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

// A text of the server, {de, en}, or plain words of another renderer.
export const said = (text) => (typeof text === "string" ? text : text ? text[language] || text.en || "" : "");
