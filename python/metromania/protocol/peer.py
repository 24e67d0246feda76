"""A host's end of the line to one program: asks, waits no longer than it may, and trusts nothing that comes back."""

from __future__ import annotations

import os
import re
import selectors
import subprocess
import time
from collections.abc import Mapping, Sequence

from .process import end, memory_of, spawn
from .words import MAX_REPLY

_OK = re.compile(rb"(?:\A|\n)ok\r?\n")
_LOOK = 0.2  # seconds between looks at a peer's memory
_KEPT_ERRORS = 2000  # bytes of the end of its standard error that are kept


class PeerFault(Exception):
    """What a peer did that ends its game.

    ``kind``: ``crash`` (it ended, or could not be started), ``hang`` (no ``ok`` in time), ``memory``, ``garbage`` (not
    the protocol, or too much of it), ``refused`` (it answered a command with an error), ``illegal`` (an action that is
    not legal).
    """

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(kind, words)
        self.kind, self.words = kind, words

    def __str__(self) -> str:
        return f"{self.kind}: {self.words}"


class Peer:
    """A program that speaks the protocol, started now. After a ``PeerFault`` it has been ended.

    ``memory``: bytes that it may hold, None for no limit. Raises ``PeerFault`` if it can't be started.
    """

    def __init__(
        self, command: Sequence[str], *, memory: int | None = None, env: Mapping[str, str] | None = None
    ) -> None:
        self._memory = memory
        self._errors = b""
        self._input = bytearray()  # what has come and is not yet a reply
        try:
            self._process = spawn(command, memory=memory, env=env)
        except (OSError, ValueError) as e:
            raise PeerFault("crash", f"it can't be started: {e}") from None
        process = self._process
        assert process.stdin is not None  # all three are pipes
        assert process.stdout is not None
        assert process.stderr is not None
        self._to, self._from, self._aside = (f.fileno() for f in (process.stdin, process.stdout, process.stderr))
        for stream in (self._to, self._from, self._aside):
            os.set_blocking(stream, False)
        self.closed = False

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, line: str, seconds: float) -> list[str]:
        """Send a command; returns the reply's lines before ``ok``, within so many seconds. Raises ``PeerFault``."""
        if self.closed:
            raise PeerFault("crash", "it has been ended")
        try:
            return self._reply(line.encode() + b"\n", time.monotonic() + seconds)
        except PeerFault as e:
            self.close()
            said = self._errors.decode("utf-8", "replace").strip().splitlines()
            if e.kind == "crash" and said:
                e.words += f"; it said {said[-1][:200]!r}"
            raise

    def close(self) -> None:
        """End the program and all that it started."""
        if not self.closed:
            self.closed = True
            end(self._process)

    def _reply(self, output: bytes, deadline: float) -> list[str]:
        if self._input:
            raise PeerFault("garbage", f"unasked: {bytes(self._input[:80])!r}")
        with selectors.DefaultSelector() as selector:
            selector.register(self._from, selectors.EVENT_READ)
            selector.register(self._aside, selectors.EVENT_READ)
            selector.register(self._to, selectors.EVENT_WRITE)
            looked = time.monotonic()
            while True:
                now = time.monotonic()
                if now >= deadline:
                    raise PeerFault("hang", "no ok in time")
                if now - looked >= _LOOK:
                    self._check_memory()
                    looked = now
                for key, _ in selector.select(min(deadline - now, _LOOK)):
                    if key.fd == self._to:
                        output = self._send(output)
                        if not output:
                            selector.unregister(self._to)
                    elif key.fd == self._aside:
                        if not self._hear_aside():
                            selector.unregister(self._aside)
                    elif (lines := self._hear()) is not None:
                        return lines

    def _send(self, output: bytes) -> bytes:
        try:
            return output[os.write(self._to, output) :]
        except BlockingIOError:
            return output
        except OSError:
            return b""  # it reads no more; what it has to say, or its end, is heard next

    def _hear(self) -> list[str] | None:
        """Read what has come; the reply if it is whole."""
        try:
            read = os.read(self._from, 1 << 16)
        except BlockingIOError:
            return None
        if not read:
            raise PeerFault("crash", self._ending())
        looked_through = max(len(self._input) - len("\nok\r"), 0)
        self._input += read
        if end_of_reply := _OK.search(self._input, looked_through):
            reply = self._input[: end_of_reply.start()]
            del self._input[: end_of_reply.end()]
            return self._decoded(reply)
        if len(self._input) > MAX_REPLY:
            raise PeerFault("garbage", f"more than {MAX_REPLY} bytes without ok")
        return None

    def _hear_aside(self) -> bool:
        try:
            read = os.read(self._aside, 1 << 16)
        except BlockingIOError:
            return True
        self._errors = (self._errors + read)[-_KEPT_ERRORS:]
        return bool(read)

    @staticmethod
    def _decoded(reply: bytearray) -> list[str]:
        try:
            return reply.decode("utf-8").splitlines()
        except UnicodeDecodeError:
            raise PeerFault("garbage", "not UTF-8") from None

    def _check_memory(self) -> None:
        if self._memory is not None and memory_of(self.pid) > self._memory:
            raise PeerFault("memory", f"more than {self._memory} bytes")

    def _ending(self) -> str:
        """How it ended; a closed output while it runs on is an end too."""
        self._hear_aside()
        try:
            code = self._process.wait(0.2)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        return f"it ended by signal {-code}" if code < 0 else f"it ended with exit code {code}"
