// The words of the desk alone: entering a hand, taking back, where facts come from, what is filmed.
import { language, known, t } from "./words.js";

const WORDS = {
  de: {
    done: "Erledigt", done_deal: "Karten sind gegeben", cards_hint: "Karten, z. B. As Td 7c (freiwillig)", shown_hint: "Karten, z. B. As Kd", button_at: "Button", winner: "Gewinner", all_pot: "Betrag",
    undo_last: "Rückgängig: {what}", undo_more: "{n} Schritte lassen sich zurücknehmen", misdeal: "Misdeal ausrufen", seat_of: "Platz {n}",
    sources: "Woher die Angaben stammen", sources_more: "Jede Angabe mit ihrer Quelle und Sicherheit; ein Tipp stellt sie richtig.", what: "Angabe", value_now: "Stand", source: "Quelle", sure_short: "Sicherheit", fix: "Richtigstellen", unknown_value: "–", yes: "ja", no: "nein", folds: "Hat gepasst", plays: "Spielt mit",
    from_camera: "Kamera", from_board: "Tasterboard", from_operator: "von Hand", from_rule: "Hausregel", mark_camera: "◉", mark_board: "▣", mark_operator: "✎", mark_rule: "§",
    until: "Anfechtbar {until}", picture: "Standbild zum Vorfall", picture_held: "Ein Standbild ist gesichert. Es wird nicht gezeigt, solange Handkarten darauf sein können.",
    rec_on: "Aufnahme läuft", rec_off: "AUFNAHME IST AUS", rec_none: "Keine Kamera", rec_off_consent: "Es werden keine Standbilder gesichert: Die Spieler sind noch nicht gefragt.", rec_off_refused: "Es werden keine Standbilder gesichert: Nicht alle sind einverstanden.", rec_off_lost: "Die Aufnahme ist ausgefallen: Zu Vorfällen wird nichts gesichert.",
    consent: "Vor der ersten Hand: Einverständnis", consent_who: "Gefilmt wird der Tisch von: {cameras}. Gefragt sind alle am Tisch: {seats}.", consent_kept: "Was aufbewahrt wird, und wie lange", consent_yes: "Alle sind einverstanden", consent_no: "Nicht aufnehmen", consent_new: "Neu am Tisch: {seats}. Bitte auch sie fragen.", consent_again: "Einverständnis ändern", consent_help: "Was das Recht dazu sagt", consent_journal: "Die Antwort steht im Protokoll.",
    enter_table: "Karten, Einsätze", enter_card_burned: "Burnkarte gelegt", enter_bets_collected: "Einsätze eingezogen", enter_board_card_dealt: "Auf das Board",
    help: "Hilfe", devices: "Geräte", alone: "Ohne Kamera und Tasterboard: Was geschieht, tippen Sie hier.", act_amount: "Gesamteinsatz", entry_ruling_made: "Entscheidung", entry_ruling_undone: "Zurücknahme",
    entry_declared: "Ansage", entry_chips_moved_in: "Chips", entry_chips_taken_back: "Chips zurück", entry_hole_card_dealt: "Karten gegeben", entry_card_burned: "Burnkarte", entry_board_card_dealt: "Boardkarten", entry_bets_collected: "Einsätze eingezogen", entry_hand_started: "Neue Hand", entry_button_placed: "Button", entry_hand_ended: "Hand beendet", entry_pot_pushed: "Pot vergeben", entry_hand_tabled: "Aufgedeckt", entry_hand_mucked: "In den Muck", entry_corrected: "Richtigstellung", entry_announced: "Ansage des Dealers", entry_note: "Eintrag", entry_card_moved: "Karte bewegt", entry_card_exposed: "Karte gezeigt", entry_deck_shuffled: "Gemischt", entry_deck_cut: "Abgehoben", entry_other: "letzte Eingabe",
    says_post_small_blind: "Small Blind", says_post_big_blind: "Big Blind", light_disk: "Platte", light_overlay: "Overlay", light_card_reader: "Kartenleser", light_replay: "Aufzeichnung", part_antenna: "Antenne", part_input: "Eingang", fact_to_act: "Am Zug", fact_stack: "Stack", fact_bet: "Einsatz", fact_folded: "Gepasst", fact_button: "Dealer-Button", fact_small_blind: "Small Blind", fact_big_blind: "Big Blind", fact_board: "Board", fact_burns: "Burnkarten",
  },
  en: {
    done: "Done", done_deal: "The cards are dealt", cards_hint: "cards, e.g. As Td 7c (optional)", shown_hint: "cards, e.g. As Kd", button_at: "Button", winner: "Winner", all_pot: "Amount",
    undo_last: "Undo: {what}", undo_more: "{n} steps can be taken back", misdeal: "Call a misdeal", seat_of: "Seat {n}",
    sources: "Where the facts come from", sources_more: "Every fact with its source and confidence; one tap corrects it.", what: "Fact", value_now: "Value", source: "Source", sure_short: "Confidence", fix: "Correct", unknown_value: "–", yes: "yes", no: "no", folds: "Has folded", plays: "Is in the hand",
    from_camera: "camera", from_board: "button board", from_operator: "by hand", from_rule: "house rule", mark_camera: "◉", mark_board: "▣", mark_operator: "✎", mark_rule: "§",
    until: "May be disputed {until}", picture: "Still of the incident", picture_held: "A still is kept. It is not shown as long as hole cards may be on it.",
    rec_on: "Recording", rec_off: "RECORDING IS OFF", rec_none: "No camera", rec_off_consent: "No stills are kept: the players have not been asked yet.", rec_off_refused: "No stills are kept: not everybody agreed.", rec_off_lost: "The recorder has failed: nothing is kept of incidents.",
    consent: "Before the first hand: consent", consent_who: "The table is filmed by: {cameras}. Everybody at the table is asked: {seats}.", consent_kept: "What is kept, and for how long", consent_yes: "Everybody agrees", consent_no: "Do not record", consent_new: "New at the table: {seats}. Please ask them too.", consent_again: "Change consent", consent_help: "What the law says", consent_journal: "The answer stands in the journal.",
    enter_table: "Cards, bets", enter_card_burned: "Card burned", enter_bets_collected: "Bets collected", enter_board_card_dealt: "To the board",
    help: "Help", devices: "Devices", alone: "No camera, no button board: tap here what happens.", act_amount: "Total bet", entry_ruling_made: "ruling", entry_ruling_undone: "ruling taken back",
    entry_declared: "words", entry_chips_moved_in: "chips", entry_chips_taken_back: "chips back", entry_hole_card_dealt: "cards dealt", entry_card_burned: "burn", entry_board_card_dealt: "board cards", entry_bets_collected: "bets collected", entry_hand_started: "new hand", entry_button_placed: "button", entry_hand_ended: "hand over", entry_pot_pushed: "pot pushed", entry_hand_tabled: "hand tabled", entry_hand_mucked: "hand mucked", entry_corrected: "correction", entry_announced: "dealer's words", entry_note: "entry", entry_card_moved: "card moved", entry_card_exposed: "card shown", entry_deck_shuffled: "shuffled", entry_deck_cut: "cut", entry_other: "last entry",
    says_post_small_blind: "small blind", says_post_big_blind: "big blind", light_disk: "Disk", light_overlay: "Overlay", light_card_reader: "Card reader", light_replay: "Replay", part_antenna: "antenna", part_input: "input", fact_to_act: "To act", fact_stack: "Stack", fact_bet: "Bet", fact_folded: "Folded", fact_button: "Dealer button", fact_small_blind: "Small blind", fact_big_blind: "Big blind", fact_board: "Board", fact_burns: "Burn cards",
  },
};

export const has = (key) => key in WORDS[language] || known(key);
export const d = (key, values = {}) => (key in WORDS[language]
  ? WORDS[language][key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "")
  : t(key, values));
