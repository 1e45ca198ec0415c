"""A client of yaml-language-server, the program behind YAML in most editors: JSON-RPC over its standard streams."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

COMMAND = "yaml-language-server"
VARIABLE = "YAML_LANGUAGE_SERVER"
ABSENT = (
    f"the editor's own checker is not installed here; `npm install --global {COMMAND}` brings it, "
    f"or {VARIABLE}=PATH names it"
)
SETTINGS = {
    "yaml": {
        "validate": True,
        "hover": True,
        "completion": True,
        "schemaStore": {"enable": False, "url": ""},
        "format": {"enable": False},
    },
    "http": {"proxy": "", "proxyStrictSSL": True},
    "[yaml]": {"editor.tabSize": 2, "editor.insertSpaces": True},
}
# What an editor says that it can show; without it the server sends less.
ABILITIES = {
    "textDocument": {
        "completion": {
            "completionItem": {"snippetSupport": True, "documentationFormat": ["markdown", "plaintext"]},
            "contextSupport": True,
        },
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "publishDiagnostics": {"relatedInformation": True},
    },
    "workspace": {"configuration": True, "workspaceFolders": True},
}


def command() -> str | None:
    """The program, where there is one."""
    return os.environ.get(VARIABLE) or shutil.which(COMMAND)


@dataclass
class Server:
    """A running server and the files that are open in it."""

    process: subprocess.Popen[bytes]
    folder: Path
    asked: int = 0
    files: int = 0
    told: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def heard(self) -> dict[str, Any]:
        """The next message; what the server asks on the way is answered."""
        assert self.process.stdout is not None
        size = 0
        while (line := self.process.stdout.readline().strip()) or not size:
            if not line and self.process.poll() is not None:
                raise RuntimeError(f"{COMMAND} has ended")
            name, _, value = line.partition(b":")
            size = int(value) if name.lower() == b"content-length" else size
        message: dict[str, Any] = json.loads(self.process.stdout.read(size))
        match message.get("method"):
            case "textDocument/publishDiagnostics":
                self.told[message["params"]["uri"]] = message["params"]["diagnostics"]
            case "workspace/configuration":
                wanted = [SETTINGS.get(item.get("section", "")) for item in message["params"]["items"]]
                self.send({"id": message["id"], "result": wanted})
            case str() if "id" in message:
                self.send({"id": message["id"], "result": None})
        return message

    def ask(self, method: str, params: Any) -> Any:
        self.asked += 1
        self.send({"id": self.asked, "method": method, "params": params})
        while True:
            message = self.heard()
            if message.get("id") == self.asked and "method" not in message:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]

    def opened(self, text: str) -> str:
        """A file of this text, open in the editor; each has a name of its own, as reports tell no versions apart."""
        self.files += 1
        uri = (self.folder / f"file{self.files}.system.yaml").as_uri()
        about = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self.send({"method": "textDocument/didOpen", "params": {"textDocument": about}})
        return uri

    def diagnostics(self, text: str) -> list[dict[str, Any]]:
        """What the editor underlines in a file of this text."""
        uri = self.opened(text)
        while uri not in self.told:
            self.heard()
        return self.told[uri]

    def _at(self, text: str, mark: str) -> dict[str, Any]:
        """The place where the mark stood, in a file without it."""
        before, _, behind = text.partition(mark)
        place = {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}
        return {"textDocument": {"uri": self.opened(before + behind)}, "position": place}

    def completions(self, text: str, mark: str = "^") -> dict[str, dict[str, Any]]:
        """What the editor offers where the mark stands, by label."""
        found = self.ask("textDocument/completion", self._at(text, mark))
        items = found["items"] if isinstance(found, dict) else found or []
        return {item["label"]: item for item in items}

    def hover(self, text: str, mark: str = "^") -> str:
        """What the editor shows over the place where the mark stands."""
        found = self.ask("textDocument/hover", self._at(text, mark))
        contents = (found or {}).get("contents", "")
        return str(contents["value"] if isinstance(contents, dict) else contents)


@contextmanager
def running(folder: Path) -> Iterator[Server]:
    """A server for the files of a folder, ended in any case."""
    program = command()
    assert program is not None, ABSENT
    process = subprocess.Popen(
        [program, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=sys.stderr, cwd=folder
    )
    server = Server(process, folder)
    try:
        workspace = [{"uri": folder.as_uri(), "name": folder.name}]
        server.ask(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": folder.as_uri(),
                "workspaceFolders": workspace,
                "capabilities": ABILITIES,
            },
        )
        server.send({"method": "initialized", "params": {}})
        server.send({"method": "workspace/didChangeConfiguration", "params": {"settings": SETTINGS}})
        yield server
    finally:
        process.kill()
        process.wait()
