"""A process that plays games of a tournament: settings, then numbers of games in, one a line; records out."""

from __future__ import annotations

import json
import signal
import sys

from metromania.protocol.process import adopt_orphans, die_with_parent, end_orphans

from .referee import Referee
from .tournament import Tournament


def main() -> None:
    die_with_parent()
    adopt_orphans()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the arena ends its workers itself,
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # .. by this: everything below is ended first
    referee = Referee(Tournament.from_dict(json.loads(sys.stdin.readline())))
    try:
        for line in sys.stdin:
            record = referee.play(referee.tournament.job(int(line)))
            end_orphans(keep=referee.pids)
            print(json.dumps(record, separators=(",", ":")), flush=True)
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        referee.close()
        end_orphans(keep=())


if __name__ == "__main__":
    main()
