"""Peers that break the protocol: each is told apart, ended with all that it started, and no host waits for it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from metromania import Game
from metromania.protocol import Peer, PeerFault, Player
from metromania.protocol.process import descendants, end

READ = "read -r line; "
HELLO = f"{READ}echo protocol metromania/1; echo needs actions; echo ok; {READ}echo ok; {READ}echo ok; {READ}"


def is_gone(pid: int) -> bool:
    """Whether a process has ended (or waits only for somebody to take note of it)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def wait_until(what: Callable[[], bool]) -> None:
    for _ in range(600):
        if what():
            return
        time.sleep(0.05)
    raise AssertionError("it did not come about in 30 seconds")


@pytest.mark.parametrize(
    ("script", "kind", "words"),
    [
        ("sleep 60", "hang", "no ok"),
        ("yes info", "garbage", "bytes"),
        ("yes | tr -d '\\n'", "garbage", "bytes"),
        ("yes >&2", "hang", "no ok"),
        (READ, "crash", "exit code 0"),
        (READ + "echo half; exit 3", "crash", "exit code 3"),
        (READ + "echo oh dear >&2; kill -9 $$", "crash", "signal 9; it said 'oh dear'"),
        (READ + "exec >&-; sleep 60", "crash", "closed its output"),
        (READ + "printf '\\377\\376\\nok\\n'", "garbage", "UTF-8"),
        (READ + "printf 'ok\\nmore\\n'; sleep 60", "garbage", "unasked"),
    ],
)
def test_is_told_apart(script: str, kind: str, words: str) -> None:
    peer = Peer(["sh", "-c", script])
    with pytest.raises(PeerFault, match=words) as fault:  # noqa: PT012 - some answer once before they break
        for _ in range(3):
            peer.ask("capabilities", 0.7 if kind == "hang" else 30)
            time.sleep(0.1)
    assert fault.value.kind == kind
    assert peer.closed
    assert is_gone(peer.pid)
    with pytest.raises(PeerFault, match="ended"):
        peer.ask("quit", 1)
    peer.close()


def test_reads_nothing() -> None:
    """A command longer than a pipe holds, to a peer that never reads."""
    peer = Peer(["sleep", "60"])
    with pytest.raises(PeerFault, match="hang"):
        peer.ask("play " + "x" * 1_000_000, 0.5)
    assert is_gone(peer.pid)


def test_can_not_be_started() -> None:
    with pytest.raises(PeerFault, match="crash: it can't be started"):
        Peer(["/nonexistent/program"])


def test_too_much_memory() -> None:
    """By the sum over its processes; one alone may also be refused the memory, and crash."""
    hog = "import time; a = bytearray(60 << 20); time.sleep(60)"
    peer = Peer(["sh", "-c", f"'{sys.executable}' -c '{hog}' & '{sys.executable}' -c '{hog}' & wait"], memory=100 << 20)
    with pytest.raises(PeerFault) as fault:
        peer.ask("capabilities", 30)
    assert fault.value.kind == "memory"
    alone = Peer([sys.executable, "-c", "bytearray(1 << 30)"], memory=100 << 20)
    with pytest.raises(PeerFault, match="MemoryError") as fault:
        alone.ask("capabilities", 30)
    assert fault.value.kind == "crash"


def test_what_it_started_ends_too() -> None:
    peer = Peer(["sh", "-c", f"{READ} sleep 61 & setsid sleep 62 & echo ok; wait"])
    assert peer.ask("capabilities", 10) == []
    wait_until(lambda: len(descendants(peer.pid)) == 2)
    children = descendants(peer.pid)
    peer.close()
    wait_until(lambda: all(map(is_gone, [peer.pid, *children])))


def test_ends_with_its_host(tmp_path: Path) -> None:
    script = (
        "import os, sys\n"
        "from metromania.protocol import Peer\n"
        "peer = Peer(['sleep', '63'])\n"
        "print(peer.pid, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    host = tmp_path / "host.py"
    host.write_text(script)
    peer = Peer([sys.executable, str(host)], env={"PYTHONPATH": os.pathsep.join(filter(None, sys.path))})
    with pytest.raises(PeerFault, match="signal 9"):
        peer.ask("capabilities", 30)
    pid = int(peer._input.split()[0])
    wait_until(lambda: is_gone(pid))


@pytest.mark.parametrize(
    ("script", "kind", "words"),
    [
        ("echo ok", "garbage", "no bestaction"),
        ("echo bestaction; echo ok", "garbage", "no bestaction"),
        ("echo bestaction a'>'SW1; echo ok", "illegal", "SW1"),
        ("echo bestaction dance; echo ok", "illegal", "dance"),
        ("echo bestaction 12; echo ok", "illegal", "12"),
        ("echo error bad-arguments no; echo ok", "refused", "bad-arguments"),
        ("echo error failed no; echo ok", "crash", "failed"),
        ("echo error; echo ok", "garbage", "no bestaction"),
        ("sleep 60", "hang", "no ok"),
    ],
)
def test_answers_that_lose(script: str, kind: str, words: str) -> None:
    player = Player(["sh", "-c", f"{HELLO}{script}"], limit=0.5)
    player.begin(1)
    (pid,) = player.pids
    with pytest.raises(PeerFault, match=words) as fault:
        player.answer(Game.new(2, seed=1))
    assert fault.value.kind == kind
    assert player.pids == []
    assert is_gone(pid)


def test_answers_for_another_seat() -> None:
    """An action that only another player could do is illegal like any other."""
    game = Game.new(2, seed=1)
    for action in ("NE3>h9", "a>h8l"):
        starts = [start for start in game.legal_actions if start.kind == "start"]
        game.push(starts[0] if action.startswith("NE") else next(a for a in game.legal_actions if a.kind == "dig"))
    while game.current_player == 0:
        game.push(game.legal_actions[0])
    other = "a>" + str(game.lines[0].head)  # a dig to where the other player's line stands
    player = Player(["sh", "-c", f"{HELLO}echo 'bestaction {other}l'; echo ok"])
    with pytest.raises(PeerFault) as fault:
        player.answer(game)
    assert fault.value.kind == "illegal"


def test_another_protocol() -> None:
    player = Player(["sh", "-c", f"{READ}echo protocol chess/7; echo ok; sleep 60"])
    with pytest.raises(PeerFault, match="it speaks chess/7"):
        player.begin(1)


def test_a_game_that_it_can_not_play() -> None:
    script = f"{READ}echo 'can players 2'; echo ok; {READ}echo ok; sleep 60"
    player = Player(["sh", "-c", script])
    with pytest.raises(PeerFault, match="refused: it can't play with 3"):
        player.answer(Game.new(3, seed=1))


class Undying(subprocess.Popen[bytes]):
    """A process that its kernel does not let go of."""

    def wait(self, timeout: float | None = None) -> int:
        assert timeout is not None
        raise subprocess.TimeoutExpired(self.args, timeout)


def test_no_host_waits_for_ever_for_one_that_was_killed() -> None:
    process = Undying(["sleep", "60"], stdin=subprocess.PIPE, start_new_session=True)
    end(process)
    assert process.stdin is not None
    assert process.stdin.closed
    subprocess.Popen.wait(process, 30)
