// The cards on the board; a place is kept for those to come, so that nothing moves when they do.
import { fresh, h, tile } from "./paint.js";
import { Widget } from "./widget.js";

export default class Board extends Widget {
  static kind = "fm-board";

  paint({ cards = [] }) {
    const places = Array.from({ length: Math.max(5, cards.length) }, (_, i) => i);
    return places.map((i) => (i < cards.length ? fresh(`${i}${cards[i]}`, tile(cards[i])) : h("span", "tile place")));
  }
}
