"""Drives the API's description against the real program, as each role, on a demo school of its own.

    python attack/api/drive.py target/debug/preau [--seconds 150] [--examples 40] [--role admin]

No answer may be a 5xx, undeclared, of another type or shape than the description says.
"""

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

HERE = Path(__file__).parent
PASSWORD = "un-prau-au-soleil"
ROLES = ["anonymous", "student", "editor", "admin"]
CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "response_headers_conformance",
    "negative_data_rejection",
]
SEED = 20261122
# These end the very session that asks; `server/tests/it/bad_input.rs` sends them bad input of every kind.
ENDS_THE_SESSION = ["POST /auth/logout", "DELETE /auth/sessions/{id}", "DELETE /users/me"]


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def asked(url: str, body: object = None, token: str = "") -> dict:
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, headers=headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


class School:
    """A demo school in a folder that goes with it."""

    def __init__(self, binary: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="preau-attack-"))
        self.url = f"http://127.0.0.1:{(port := free_port())}"
        self.log = open(self.folder / "log", "wb")
        environment = {
            "PATH": os.environ["PATH"],
            "PREAU_ADDR": f"127.0.0.1:{port}",
            "PREAU_DATA_DIR": str(self.folder / "data"),
            "PREAU_DEMO": "1",
            "PREAU_DEMO_PASSWORD": PASSWORD,
            "PREAU_TRUSTED_PROXIES": "127.0.0.1",
        }
        self.process = subprocess.Popen(
            [binary, "serve"], env=environment, stdout=self.log, stderr=subprocess.STDOUT
        )
        self.wait()

    def wait(self) -> None:
        for _ in range(300):
            if self.process.poll() is not None:
                break
            try:
                urllib.request.urlopen(f"{self.url}/readyz", timeout=1)
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit(f"the server does not start:\n{(self.folder / 'log').read_text()}")

    def sign_in(self, role: str) -> dict[str, str]:
        if role == "anonymous":
            return {}
        credentials = {"email": f"{role}@preau.test", "password": PASSWORD}
        token = asked(f"{self.url}/api/auth/login", credentials)["accessToken"]
        user = asked(f"{self.url}/api/users/me", token=token)["id"]
        return {"ATTACK_TOKEN": token, "ATTACK_USER_ID": str(user)}

    def still_answers(self) -> bool:
        return self.process.poll() is None and urllib.request.urlopen(f"{self.url}/readyz").status == 200

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(30)
        self.log.close()
        shutil.rmtree(self.folder)


def drive(role: str, arguments: argparse.Namespace) -> bool:
    school = School(arguments.binary)
    try:
        environment = os.environ | school.sign_in(role)
        environment |= {"ATTACK_ROLE": role, "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(HERE)}
        command = [
            str(Path(sys.executable).parent / "schemathesis"),
            *("--config-file", str(HERE / "schemathesis.toml"), "run"),
            *("--url", f"{school.url}/api", "--checks", ",".join(CHECKS)),
            *("--phases", arguments.phases, "--mode", "all"),
            *("--max-examples", str(arguments.examples), "--seed", str(SEED)),
            *("--max-time", str(arguments.seconds), "--continue-on-failure", "--no-shrink"),
            *("--suppress-health-check", "all", "--warnings", "off"),
            *(word for name in ENDS_THE_SESSION for word in ("--exclude-name", name)),
            *arguments.more,
            str(HERE.parent.parent / "server" / "openapi.json"),
        ]
        print(f"== as {role}", flush=True)
        started = time.monotonic()
        good = subprocess.run(command, env=environment, cwd=school.folder).returncode == 0
        alive = school.still_answers()
        seconds = time.monotonic() - started
        print(f"== as {role}: {'no finding' if good and alive else 'findings'}, {seconds:.0f} s", flush=True)
        return good and alive
    finally:
        school.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("--role", choices=ROLES, action="append")
    parser.add_argument("--seconds", type=int, default=150)
    parser.add_argument("--examples", type=int, default=12)
    parser.add_argument("--phases", default="coverage,fuzzing")
    arguments, arguments.more = parser.parse_known_args()
    arguments.binary = str(Path(arguments.binary).resolve())
    outcomes = [drive(role, arguments) for role in arguments.role or ROLES]
    sys.exit(0 if all(outcomes) else 1)


if __name__ == "__main__":
    main()
