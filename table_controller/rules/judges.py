"""All rules of the referee, in the order they look. To add one: docs/add-a-rule.md."""

from table_controller.rules.absence import ABSENCE_RULES
from table_controller.rules.acting import ACTING_RULES
from table_controller.rules.allin import ALL_IN_RULES
from table_controller.rules.awarding import AWARD_RULES
from table_controller.rules.betting import BETTING_RULES
from table_controller.rules.board import BOARD_RULES
from table_controller.rules.breaks import BREAK_RULES
from table_controller.rules.claims import CLAIM_RULES
from table_controller.rules.clock import CLOCK_RULES
from table_controller.rules.counting import COUNT_RULES
from table_controller.rules.dealing import DEALING
from table_controller.rules.departures import DEPARTURES
from table_controller.rules.exposed import EXPOSED_RULES
from table_controller.rules.fouled import FOULED_RULES
from table_controller.rules.hole_counts import HOLE_COUNT_RULES
from table_controller.rules.impossible import IMPOSSIBLE_RULES
from table_controller.rules.look import Rule
from table_controller.rules.notes import NOTE_RULES
from table_controller.rules.out_of_turn import TURN_RULES
from table_controller.rules.packs import PACK_RULES
from table_controller.rules.paid_short import PAID_SHORT_RULES
from table_controller.rules.places import PLACE_RULES
from table_controller.rules.presence import PRESENCE_RULES
from table_controller.rules.protect import PROTECT_RULES
from table_controller.rules.rounds import ROUND_RULES
from table_controller.rules.runouts import RUN_OUT_RULES
from table_controller.rules.seeing import SEEING_RULES
from table_controller.rules.showdown import SHOWDOWN_RULES
from table_controller.rules.stacks import STACK_RULES
from table_controller.rules.stubs import STUB_RULES
from table_controller.rules.table import TABLE_RULES
from table_controller.rules.told import TOLD_RULES
from table_controller.rules.zones import ZONE_RULES

RULES: tuple[Rule, ...] = (
    *(*TABLE_RULES, *FOULED_RULES, *PACK_RULES, *DEALING, *HOLE_COUNT_RULES, *DEPARTURES),
    *(*COUNT_RULES, *STUB_RULES, *PLACE_RULES),
    *(
        *EXPOSED_RULES,
        *BOARD_RULES,
        *TURN_RULES,
        *ACTING_RULES,
        *BETTING_RULES,
        *PAID_SHORT_RULES,
        *ROUND_RULES,
        *CLOCK_RULES,
    ),
    *(*ALL_IN_RULES, *PROTECT_RULES, *SHOWDOWN_RULES, *SEEING_RULES, *AWARD_RULES, *CLAIM_RULES, *RUN_OUT_RULES),
    *(
        *PRESENCE_RULES,
        *ABSENCE_RULES,
        *BREAK_RULES,
        *NOTE_RULES,
        *ZONE_RULES,
        *STACK_RULES,
        *TOLD_RULES,
        *IMPOSSIBLE_RULES,
    ),
)
