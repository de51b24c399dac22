// The words of the doors: pairing, devices, the log of who looked. And how these pages ask the server.
import { language, said } from "./words.js";

const WORDS = {
  de: {
    pair: "Gerät koppeln", pair_more: "Der Gastgeber öffnet auf seinem Gerät die Seite /devices und zeigt einen Code von sechs Ziffern.", code: "Code", name: "Name dieses Geräts (freiwillig)", name_hint: "z. B. Fernseher", go: "Koppeln", pairing: "Wird gekoppelt …",
    devices: "Geräte", devices_more: "Wer an diesem Tisch zusehen oder eingeben darf. Ohne Koppeln sieht ein Gerät nichts.", invite: "Gerät einladen", role: "Als", seat: "Platz", show_code: "Code zeigen", good_for: "Gilt noch {s} s, für ein Gerät und fünf Versuche.", over: "Der Code gilt nicht mehr.", scan: "Mit dem Telefon scannen, oder {address} öffnen und den Code eingeben.",
    host: "Gastgeber", desk: "Dealerplatz", table: "Tischanzeige", overlay: "Overlay", auditor: "Prüfer", since: "Seit", device: "Gerät", yourself: "dieses Gerät", revoke: "Trennen", sure: "Wirklich trennen?", none: "Noch kein Gerät.",
    plain: "Ohne TLS kann mitlesen, wer in diesem Netz mithört. Nur in einem Netz verwenden, dem man vertraut.", alone: "Dieser Tisch hört nur auf dieses Gerät. Für andere Geräte: floorman run --listen auto.", to_desk: "Zum Dealerplatz", to_reads: "Wer hat wann was angesehen?", failed: "Keine Verbindung.",
    reads: "Wer hat wann was angesehen", reads_more: "Das Neueste zuerst. Jeder Eintrag ist mit dem vorigen verkettet; floorman verify prüft die Datei neben dem Protokoll.", when: "Wann", who: "Wer", did: "Vorgang", what: "Was", from: "Von", stranger: "unbekannt", here: "dieser Rechner",
    looked: "angesehen", left: "verlassen", refused: "abgewiesen", paired: "gekoppelt als", revoked: "getrennt von", invited: "eingeladen als", older: "Ältere Einträge: floorman reads JOURNAL.",
  },
  en: {
    pair: "Pair this device", pair_more: "The host opens the page /devices on their own device and shows a code of six digits.", code: "Code", name: "Name of this device (optional)", name_hint: "e.g. television", go: "Pair", pairing: "Pairing …",
    devices: "Devices", devices_more: "Who may watch this table or enter things. A device that is not paired sees nothing.", invite: "Invite a device", role: "As", seat: "Seat", show_code: "Show a code", good_for: "Good for {s} s more, one device and five tries.", over: "The code is no longer good.", scan: "Scan it with the phone, or open {address} and enter the code.",
    host: "Host", desk: "Dealer's desk", table: "Table screen", overlay: "Overlay", auditor: "Auditor", since: "Since", device: "Device", yourself: "this device", revoke: "Disconnect", sure: "Really disconnect?", none: "No device yet.",
    plain: "Without TLS whoever listens in on this network can read along. Use it only on a network that you trust.", alone: "This table listens to this machine alone. For other devices: floorman run --listen auto.", to_desk: "To the dealer's desk", to_reads: "Who looked at what, and when?", failed: "No connection.",
    reads: "Who looked at what, and when", reads_more: "The newest first. Each entry is chained to the one before; floorman verify checks the file beside the journal.", when: "When", who: "Who", did: "Did", what: "What", from: "From", stranger: "unknown", here: "this machine",
    looked: "looked at", left: "left", refused: "was refused", paired: "was paired as", revoked: "was disconnected by", invited: "invited a", older: "Older entries: floorman reads JOURNAL.",
  },
};

export const w = (key, values = {}) => (WORDS[language][key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

// How a moment is written: the month by its name where numbers alone would be read in two ways.
export const MOMENT = { dateStyle: "medium", timeStyle: "medium" };

// The address of another page of ours, in the language of this one.
export const page = (path) => `${path}?lang=${language}`;

// The server's answer as {ok, status, body}; *body.said* in the reader's language where it was refused.
export async function ask(path, token, body) {
  const post = body && { method: "POST", headers: { "Content-Type": "application/json", "X-Floorman-Token": token ?? "" }, body: JSON.stringify(body) };
  try {
    const answer = await fetch(path, post);
    const told = await answer.json().catch(() => ({}));
    return { ok: answer.ok, status: answer.status, body: told, why: said(told.said) || String(answer.status) };
  } catch {
    return { ok: false, status: 0, body: {}, why: w("failed") };
  }
}
