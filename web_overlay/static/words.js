// The words on the screens. Rule texts and steps come from the server in both languages.
import { amounts } from "./widgets/money.js";

const WORDS = {
  de: {
    desk: "Dealerplatz", table: "Tisch", overlay: "Overlay", language: "Sprache",
    hand: "Hand {n}", no_hand: "Zwischen zwei Händen", blinds: "Blinds", ante: "Ante", level: "Level {n}",
    over: "Hand beendet",
    help: "Hilfe", sound: "Ton", keys: "Tasten", on: "an", off: "aus", next_level: "Level {n}", due: "ab der nächsten Hand", stands: "Uhr steht", players: "{n} Spieler", player: "1 Spieler", average: "Ø", average_more: "im Schnitt", tools: "Diese Anzeige", no_player: "An diesem Platz sitzt niemand.", seconds: "Sekunden", table_now: "Stand der Hand",
    seat: "Platz {n}", to_act: "Am Zug", acting: "am Zug", button: "Dealer-Button", folded: "gefoldet", all_in: "All-in", out: "nicht dabei", away: "abwesend", paused: "Pause",
    wins: "gewinnt {amount}", declared: "sagt: {what}", board: "Board", board_empty: "Noch keine Karten", dealer: "Dealer",
    pot: "Pot", main_pot: "Hauptpot", side_pot: "Side Pot {n}", pot_for: "für Platz {seats}", pot_for_one: "für Platz {seats}", bet: "Einsatz {amount}", stack: "Stack",
    next_step: "Nächster Schritt", then: "Danach", wait_for: "Auf Platz {n} warten", wait_hand: "Auf die nächste Hand warten", watch: "Hand verfolgen", decide: "Vorfall entscheiden: {what}",
    to_call: "Zum Call", nothing: "nichts (Check)", min_raise: "Mindest-Raise auf", min_bet: "Mindesteinsatz", max_raise: "Höchstens auf", no_raise: "Erhöhen nicht möglich", open_question: "Vorläufig: über Platz {n} ist noch zu entscheiden.",
    incidents: "Vorfälle", calm: "Alles in Ordnung", calm_more: "Kein offener Vorfall in dieser Hand.",
    S: "Schwer", W: "Warnung", I: "Hinweis", measured: "Gesehen", required: "Verlangt", rule: "Regel", default: "Vorgabe des Programms", default_more: "Das Hausregelwerk sagt dazu nichts.",
    proposal: "Vorschlag", no_proposal: "Kein Vorschlag: die Turnierleitung entscheidet.", floor_decides: "Die Turnierleitung wählt", sure: "Sicherheit {p}",
    unassessed: "Nicht beurteilt, weil nicht genug zu sehen war: {what}", more_rulings: "Auch möglich", correct: "Richtigstellen", correct_to_act: "Wer am Zug ist", correct_stack: "Stack", correct_bet: "Einsatz", correct_folded: "Gefoldet", correct_in_hand: "In der Hand", correct_button: "Dealer-Button", correct_small_blind: "Small Blind", correct_big_blind: "Big Blind", correct_smallest_chip: "Kleinster Chip", correct_board: "Board", correct_burns: "Burnkarten", correct_cards: "Handkarten",
    value_amount: "ein Betrag wie 12", value_cards: "Karten, z. B. As Td 7c (? = nicht gelesen)", value_choice: "ja oder nein", value_seat: "Platz",
    accept: "Annehmen", other: "Andere Entscheidung\u00a0…", dismiss: "Kein Fehler", later: "Später", put_off: "Zurückgestellt: noch nicht entschieden.", reopen: "Öffnen", undo: "Zurücknehmen", choose: "Andere Entscheidung wählen", words: "In eigenen Worten", enter: "Eintragen", cancel: "Abbrechen",
    open: "offen", ruled: "Entschieden", dismissed: "Kein Fehler", lapsed: "Verfallen", floor: "in eigenen Worten", halts: "Hand angehalten",
    following: "Entscheidung wird ausgeführt", done_of: "{n} von {all} erledigt", left_steps: "Schritte", step_done: "erledigt:",
    ok: "in Ordnung", warn: "prüfen", lost: "ausgefallen", lights: "Zustand", blocked: "Nicht zu sehen: {zones}",
    stale: "Verbindung unterbrochen", still: "Die Auswertung steht", stale_more: "Diese Anzeige ist veraltet: letzter Stand vor {s} s.", starting: "Verbinde …",
    by_hand: "Von Hand eingeben", for_dealer: "Dealer", for_seat: "Platz {n}", amount: "Betrag", note: "Notiz", note_hint: "Bemerkung für das Protokoll",
    new_hand: "Neue Hand", shuffle: "Gemischt", cut: "Abgehoben", hand_over: "Hand beendet", clock: "Zeit verlangt", burn: "Burnkarte gelegt",
    breaks: "Pause", break: "Pause beginnt", dinner: "Essenspause beginnt", resume: "Es geht weiter", presence: "Wer da ist", seat_absent: "Abwesend", seat_returned: "Wieder da", seat_left: "Verlässt den Tisch", seat_open: "Platz ist frei", clock_by_seat: "Verlangt die Zeit",
    report: "Melden", report_what: "Was zu melden ist", report_pick: "Was ist geschehen?", report_note: "Verhalten und Eintragungen", report_announced: "Chips am Platz", report_words: "In Worten (freiwillig)", no_seat: "Kein Platz", value: "Wert", call_clock: "Zeit verlangen", cancel_clock: "Zeit zurücknehmen", clock_left: "Noch {s} s", time: "Zeit!",
    fold: "Fold", check: "Check", call: "Call", raise: "Raise auf", bet_to: "Bet", all_in_press: "All-in", all_in_sure: "All-in: sicher?", your_turn: "Dieser Platz ist am Zug", seat_pick: "Platz",
    sent: "Eingetragen.", taken: "Schon entschieden: Die erste Entscheidung gilt.", told_already: "Schon eingetragen: Das zweite Mal zählt nicht.", turn_taken: "Für diesen Platz wurde schon gedrückt: Der erste Druck gilt.", refused: "Nicht angenommen: {why}", failed: "Nicht gesendet: keine Verbindung.",
    attention: "Einen Moment bitte", attention_more: "Der Dealer klärt etwas.", stacks: "Stacks", not_read: "nicht gelesen", face_down: "verdeckt",
    c: "Kreuz", d: "Karo", h: "Herz", s: "Pik", T: "Zehn", J: "Bube", Q: "Dame", K: "König", A: "Ass", card_name: "{suit} {rank}",
    light_camera: "Kamera", light_overhead: "Kamera", light_board: "Tasterboard", light_engine: "Auswertung", light_recorder: "Aufnahme", light_journal: "Protokoll",
    says_fold: "Fold", says_check: "Check", says_call: "Call", says_bet: "Bet", says_raise: "Raise", says_all_in: "All-in", says_amount: "Betrag", says_time: "Zeit", says_knock: "Klopfen", says_gesture: "Geste", says_unclear: "unklar",
    zone_board: "Board", zone_button: "Button", zone_burn: "Burnkarten", zone_muck: "Muck", zone_stub: "Stapel", zone_pot: "Pot", zone_cards: "Karten Platz {n}", zone_bet: "Einsatz Platz {n}", zone_stack: "Stack Platz {n}",
  },
  en: {
    desk: "Dealer's desk", table: "Table", overlay: "Overlay", language: "Language",
    hand: "Hand {n}", no_hand: "Between two hands", blinds: "Blinds", ante: "Ante", level: "Level {n}",
    over: "Hand over",
    help: "Help", sound: "Sound", keys: "Keys", on: "on", off: "off", next_level: "Level {n}", due: "from the next hand", stands: "clock stopped", players: "{n} players", player: "1 player", average: "avg", average_more: "on average", tools: "This display", no_player: "Nobody sits at this seat.", seconds: "seconds", table_now: "The hand so far",
    seat: "Seat {n}", to_act: "To act", acting: "to act", button: "Dealer button", folded: "folded", all_in: "all-in", out: "not dealt in", away: "away", paused: "Break",
    wins: "wins {amount}", declared: "says: {what}", board: "Board", board_empty: "No cards yet", dealer: "Dealer",
    pot: "Pot", main_pot: "Main pot", side_pot: "Side pot {n}", pot_for: "for seats {seats}", pot_for_one: "for seat {seats}", bet: "bet {amount}", stack: "Stack",
    next_step: "Next step", then: "Then", wait_for: "Wait for seat {n}", wait_hand: "Wait for the next hand", watch: "Follow the hand", decide: "Rule on the incident: {what}",
    to_call: "To call", nothing: "nothing (check)", min_raise: "Minimum raise to", min_bet: "Minimum bet", max_raise: "At most to", no_raise: "No raise possible", open_question: "For now: seat {n} has still to be ruled on.",
    incidents: "Incidents", calm: "All in order", calm_more: "No open incident in this hand.",
    S: "Serious", W: "Warning", I: "Note", measured: "Seen", required: "Required", rule: "Rule", default: "Program default", default_more: "The house's rulebook is silent here.",
    proposal: "Proposal", no_proposal: "No proposal: the floor decides.", floor_decides: "The floor chooses", sure: "confidence {p}",
    unassessed: "Not assessed for want of evidence: {what}", more_rulings: "Also possible", correct: "Correct", correct_to_act: "Who is to act", correct_stack: "Stack", correct_bet: "Bet", correct_folded: "Folded", correct_in_hand: "In the hand", correct_button: "Dealer button", correct_small_blind: "Small blind", correct_big_blind: "Big blind", correct_smallest_chip: "Smallest chip", correct_board: "Board", correct_burns: "Burn cards", correct_cards: "Hole cards",
    value_amount: "an amount such as 12", value_cards: "cards, e.g. As Td 7c (? = not read)", value_choice: "yes or no", value_seat: "seat",
    accept: "Accept", other: "Other ruling\u00a0…", dismiss: "Not an error", later: "Later", put_off: "Put off: not ruled yet.", reopen: "Open", undo: "Take back", choose: "Choose another ruling", words: "In your own words", enter: "Enter", cancel: "Cancel",
    open: "open", ruled: "Ruled", dismissed: "Not an error", lapsed: "Lapsed", floor: "in the floor's own words", halts: "Hand halted",
    following: "Carrying out the ruling", done_of: "{n} of {all} done", left_steps: "Steps", step_done: "done:",
    ok: "fine", warn: "check", lost: "lost", lights: "Health", blocked: "Cannot be seen: {zones}",
    stale: "Connection lost", still: "The table program has stopped", stale_more: "This display is stale: last update {s} s ago.", starting: "Connecting …",
    by_hand: "Enter by hand", for_dealer: "Dealer", for_seat: "Seat {n}", amount: "Amount", note: "Remark", note_hint: "A remark for the record",
    new_hand: "New hand", shuffle: "Shuffled", cut: "Cut", hand_over: "Hand over", clock: "Clock called", burn: "Card burned",
    breaks: "Break", break: "Break begins", dinner: "Dinner break begins", resume: "Play resumes", presence: "Who is here", seat_absent: "Away", seat_returned: "Back", seat_left: "Leaves the table", seat_open: "Seat is open", clock_by_seat: "Calls the clock",
    report: "Report", report_what: "What to report", report_pick: "What happened?", report_note: "Conduct and records", report_announced: "Chips at the seat", report_words: "In words (optional)", no_seat: "No seat", value: "Value", call_clock: "Call the clock", cancel_clock: "Take the clock off", clock_left: "{s} s left", time: "Time!",
    fold: "Fold", check: "Check", call: "Call", raise: "Raise to", bet_to: "Bet", all_in_press: "All-in", all_in_sure: "All-in: sure?", your_turn: "Your turn", seat_pick: "Seat",
    sent: "Entered.", taken: "Already ruled: the first ruling stands.", told_already: "Already entered: the second time does not count.", turn_taken: "This seat has pressed already: the first press stands.", refused: "Not accepted: {why}", failed: "Not sent: no connection.",
    attention: "One moment, please", attention_more: "The dealer is sorting something out.", stacks: "Stacks", not_read: "not read", face_down: "face down",
    c: "clubs", d: "diamonds", h: "hearts", s: "spades", T: "ten", J: "jack", Q: "queen", K: "king", A: "ace", card_name: "{rank} of {suit}",
    light_camera: "Camera", light_overhead: "Camera", light_board: "Button board", light_engine: "Engine", light_recorder: "Recorder", light_journal: "Journal",
    says_fold: "fold", says_check: "check", says_call: "call", says_bet: "bet", says_raise: "raise", says_all_in: "all-in", says_amount: "amount", says_time: "time", says_knock: "knock", says_gesture: "gesture", says_unclear: "unclear",
    zone_board: "board", zone_button: "button", zone_burn: "burn cards", zone_muck: "muck", zone_stub: "stub", zone_pot: "pot", zone_cards: "cards of seat {n}", zone_bet: "bet of seat {n}", zone_stack: "stack of seat {n}",
  },
};

export const language = document.documentElement.lang in WORDS ? document.documentElement.lang : "de";

export const known = (key) => key in WORDS[language];

export const t = (key, values = {}) =>
  (WORDS[language][key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

// A text of the server: {de, en}.
export const said = (text) => (text ? text[language] || text.en : "").replace(/(?<=\d) (?=€)/g, "\u00a0");

export const moneyWriter = (money) => amounts(language, money);

export const percent = (share) => new Intl.NumberFormat(language, { style: "percent" }).format(share);
