"""lesson serve: headers, paths, hosts, caching, limits, and its end."""
import contextlib
import gzip
import http.client
import os
import random
import select
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

from program import PROGRAM, lesson

CSP = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"
)
SAFETY = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": CSP,
}
PAGE = b"<!doctype html><title>lesson</title>" + b"x" * 5000


class Running:
    """One `lesson serve` on a free port, over a small site or the one it finds."""

    def __init__(self, folder: Path | None = None, program: str | Path = PROGRAM, cwd: Path | None = None):
        site = [] if folder is None else ["--site", str(folder)]
        self.process = subprocess.Popen([program, "serve", "--port", "0", *site], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd)
        first = self.process.stdout.readline()
        self.port = int(first.rsplit(":", 1)[1].strip().rstrip("/"))

    def stop(self, which=signal.SIGTERM) -> int:
        self.process.send_signal(which)
        code = self.process.wait(timeout=15)
        self.process.stdout.close()
        self.process.stderr.close()
        return code


def make_site(folder: Path) -> None:
    files = {
        "index.html": PAGE, "lesson.css": b"body{}", "js/main.js": b"export{}", "js/worker.mjs": b"export{}", "compute.wasm": b"\0asm\1\0\0\0", "icon.svg": b"<svg/>",
        "font.ttf": b"font", "font.otf": b"font", "font.woff2": b"font", "data.json": b"{}", "site.webmanifest": b"{}", "main.0123abcd.js": b"export{}", "main.notahash.js": b"export{}", ".secret": b"no",
    }
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    (folder / "index.html.gz").write_bytes(gzip.compress(PAGE))
    (folder / "js/main.js.gz").write_bytes(b"packed by gzip")
    (folder / "js/main.js.br").write_bytes(b"packed smaller")
    (folder.parent / "outside.txt").write_bytes(b"no")


def serve_made_site() -> tuple[tempfile.TemporaryDirectory, Path, Running]:
    """A running server and the folders to clean up after it."""
    folder = tempfile.TemporaryDirectory()
    site = Path(folder.name) / "site"
    site.mkdir()
    make_site(site)
    return folder, site, Running(site)


class Server(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder, cls.site, cls.server = serve_made_site()
        cls.port = cls.server.port

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.folder.cleanup()

    def ask(self, path="/", method="GET", headers=None, host=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        connection.putheader("Host", host if host is not None else f"127.0.0.1:{self.port}")
        for name, value in (headers or {}).items():
            connection.putheader(name, value)
        connection.endheaders()
        reply = connection.getresponse()
        body = reply.read()
        connection.close()
        return reply, body

    def raw(self, request: bytes) -> bytes:
        """What comes back for these bytes; nothing when the server ends the connection at once."""
        received = b""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as connection:
            try:
                connection.sendall(request)
                connection.shutdown(socket.SHUT_WR)
                while chunk := connection.recv(65536):
                    received += chunk
            except OSError as problem:
                if isinstance(problem, TimeoutError):
                    raise
        return received

    def test_page_and_its_headers(self):
        reply, body = self.ask("/")
        self.assertEqual((reply.status, body), (200, PAGE))
        self.assertEqual(reply.headers["Content-Type"], "text/html; charset=utf-8")
        self.assertEqual(reply.headers["Cache-Control"], "no-cache")
        for name, value in SAFETY.items():
            self.assertEqual(reply.headers[name], value)
        self.assertEqual(self.ask("/index.html")[1], PAGE)
        self.assertEqual(self.ask("/?embed=run-memory")[1], PAGE)

    def test_types(self):
        for path, kind in {
            "/lesson.css": "text/css; charset=utf-8", "/js/main.js": "text/javascript; charset=utf-8", "/js/worker.mjs": "text/javascript; charset=utf-8",
            "/compute.wasm": "application/wasm", "/icon.svg": "image/svg+xml", "/font.ttf": "font/ttf", "/font.otf": "font/otf", "/font.woff2": "font/woff2",
            "/data.json": "application/json", "/site.webmanifest": "application/manifest+json",
        }.items():
            with self.subTest(path):
                self.assertEqual(self.ask(path)[0].headers["Content-Type"], kind)

    def test_what_may_run_or_be_opened_carries_the_policy(self):
        for path in ["/js/main.js", "/js/worker.mjs", "/icon.svg", "/data.json"]:  # a worker obeys the policy of its own script
            with self.subTest(path):
                self.assertEqual(self.ask(path)[0].headers["Content-Security-Policy"], CSP)
        for path in ["/lesson.css", "/font.woff2", "/compute.wasm"]:
            with self.subTest(path):
                headers = self.ask(path)[0].headers
                self.assertNotIn("Content-Security-Policy", headers)
                self.assertEqual(headers["X-Content-Type-Options"], "nosniff")  # so that they are never taken for a document

    def test_names_with_a_hash_never_change(self):
        self.assertIn("immutable", self.ask("/main.0123abcd.js")[0].headers["Cache-Control"])
        self.assertEqual(self.ask("/main.notahash.js")[0].headers["Cache-Control"], "no-cache")

    def test_compressed_when_taken(self):
        reply, body = self.ask("/", headers={"Accept-Encoding": "br, gzip;q=0.8"})
        self.assertEqual(reply.headers["Content-Encoding"], "gzip")
        self.assertEqual(reply.headers["Vary"], "Accept-Encoding")
        self.assertEqual(gzip.decompress(body), PAGE)
        for refused in ("identity", "gzip;q=0", "br"):
            self.assertIsNone(self.ask("/", headers={"Accept-Encoding": refused})[0].headers["Content-Encoding"])
        self.assertEqual(self.ask("/index.html.gz")[0].status, 404)

    def test_the_smallest_form_that_is_taken(self):
        for accepted, coding, body in (("gzip, br", "br", b"packed smaller"), ("gzip, br;q=0", "gzip", b"packed by gzip")):
            reply, sent = self.ask("/js/main.js", headers={"Accept-Encoding": accepted})
            self.assertEqual((reply.headers["Content-Encoding"], sent), (coding, body))

    def test_unchanged_files_are_not_sent_again(self):
        etag = self.ask("/lesson.css")[0].headers["ETag"]
        reply, body = self.ask("/lesson.css", headers={"If-None-Match": etag})
        self.assertEqual((reply.status, body), (304, b""))
        self.assertEqual(reply.headers["ETag"], etag)
        self.assertEqual(self.ask("/lesson.css", headers={"If-None-Match": '"other"'})[0].status, 200)
        packed = self.ask("/", headers={"Accept-Encoding": "gzip"})[0].headers["ETag"]
        self.assertNotEqual(packed, self.ask("/")[0].headers["ETag"])

    def test_head(self):
        reply, body = self.ask("/", method="HEAD")
        self.assertEqual((reply.status, body, reply.headers["Content-Length"]), (200, b"", str(len(PAGE))))

    def test_other_methods_are_refused(self):
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "PROPFIND"):
            with self.subTest(method):
                self.assertGreaterEqual(self.ask("/", method=method)[0].status, 400)

    def test_only_its_own_hosts(self):
        for host in (f"127.0.0.1:{self.port}", f"localhost:{self.port}", f"[::1]:{self.port}"):
            self.assertEqual(self.ask(host=host)[0].status, 200, host)
        for host in ("", "127.0.0.1", "evil.example", f"evil.example:{self.port}", f"127.0.0.1.evil.example:{self.port}", f"127.0.0.1:{self.port + 1}", f"localhost.:{self.port}",
                     f"127.0.0.1:{self.port}@evil.example", f"0.0.0.0:{self.port}", f"LOCALHOST:{self.port}0"):
            for path in ("/", "/compute.wasm", "/nothing"):
                reply, body = self.ask(path, host=host)
                self.assertIn(reply.status, (400, 403), (host, path))
                self.assertNotIn(b"doctype", body)

    def test_missing_or_doubled_host(self):
        self.assertNotIn(b" 200 ", self.raw(b"GET / HTTP/1.1\r\n\r\n").split(b"\r\n")[0])
        self.assertNotIn(b" 200 ", self.raw(b"GET / HTTP/1.0\r\n\r\n").split(b"\r\n")[0])
        good = f"127.0.0.1:{self.port}".encode()
        self.assertNotIn(b" 200 ", self.raw(b"GET / HTTP/1.1\r\nHost: " + good + b"\r\nHost: evil.example\r\n\r\n").split(b"\r\n")[0])

    def test_odd_targets_are_refused(self):
        for path in ("/../outside.txt", "/js/../../outside.txt", "/%2e%2e/outside.txt", "/..%2foutside.txt", "/js%2fmain.js", "/js%5cmain.js", "/js\\main.js", "/%00", "/index.html%00.js",
                     "//etc/passwd", "/" + "a" * 3000, "/a b", "http://evil.example/", "*"):
            with self.subTest(path[:40]):
                request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n\r\n".encode()
                reply = self.raw(request)
                if reply:  # a target that is no path at all gets no answer, only an end
                    self.assertRegex(reply.split(b"\r\n")[0], rb"^HTTP/1\.1 (400|404|413|414) ")
                self.assertNotIn(b"root:", reply)

    def test_hidden_files_do_not_exist(self):
        self.assertEqual(self.ask("/.secret")[0].status, 404)

    def test_errors_carry_the_safety_headers_too(self):
        replies = [self.ask("/nothing")[0], self.ask(host="evil.example")[0], self.ask("/..")[0], self.ask(method="POST")[0]]
        for reply in replies:
            self.assertGreaterEqual(reply.status, 400)
            for name, value in SAFETY.items():
                self.assertEqual(reply.headers[name], value)
        garbage = self.raw(b"GARBAGE\r\n\r\n")
        if garbage:
            self.assertIn(b"Cross-Origin-Resource-Policy", garbage)

    def test_long_headers_are_refused(self):
        reply = self.raw(b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * 100_000 + b"\r\n\r\n")
        self.assertNotIn(b" 200 ", reply[:20])
        self.assertEqual(self.ask("/")[0].status, 200)

    def test_random_bytes_do_no_harm(self):
        source = random.Random(1)
        for _ in range(100):
            start = source.choice([b"", b"GET / HTTP/1.1\r\n", b"GET "])
            self.raw(start + source.randbytes(source.randrange(1, 400)) + b"\r\n\r\n")
        self.assertIsNone(self.server.process.poll())
        self.assertEqual(self.ask("/")[0].status, 200)

    def test_slow_and_many_clients(self):
        idle = []
        for _ in range(200):
            try:
                idle.append(socket.create_connection(("127.0.0.1", self.port), timeout=2))
                idle[-1].sendall(b"GET / HT")
            except OSError:
                break
        for connection in idle:
            connection.close()
        answers = []
        workers = [threading.Thread(target=lambda: answers.append(self.ask("/")[0].status)) for _ in range(40)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.assertEqual(answers, [200] * 40)

    def test_many_requests_on_one_connection(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        for path, status in (("/", 200), ("/lesson.css", 200), ("/nothing", 404), ("/", 200)):
            connection.request("GET", path)
            reply = connection.getresponse()
            reply.read()
            self.assertEqual(reply.status, status)
        connection.close()

    def test_only_on_loopback(self):
        listening = subprocess.run(["cat", "/proc/net/tcp"], capture_output=True, text=True, check=True).stdout
        mine = [line.split()[1] for line in listening.splitlines()[1:] if line.split()[1].endswith(f":{self.port:04X}") and line.split()[3] == "0A"]
        self.assertEqual(mine, [f"0100007F:{self.port:04X}"])

    def test_a_taken_port_is_said_in_one_sentence(self):
        answer = lesson("serve", "--port", str(self.port), "--site", str(self.site))
        self.assertEqual(answer.code, 1)
        self.assertIn(f"Port {self.port} is taken", answer.err)
        self.assertEqual(len(answer.err.strip().splitlines()), 1)

    def test_signals_end_it_cleanly(self):
        for which in (signal.SIGINT, signal.SIGTERM):
            server = Running(self.site)
            with socket.create_connection(("127.0.0.1", server.port), timeout=5) as idle:
                idle.sendall(b"GET /")
                started = time.monotonic()
                self.assertEqual(server.stop(which), 0)
                self.assertLess(time.monotonic() - started, 12)

    def test_json_names_the_address(self):
        process = subprocess.Popen([PROGRAM, "serve", "--port", "0", "--site", str(self.site), "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        document = ""
        while not document.endswith("}\n") or document.count("{") != document.count("}"):
            document += process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=15), 0)
        process.stdout.close()
        self.assertIn("http://127.0.0.1:", document)


class Storm(unittest.TestCase):
    """What a page on the internet, or a broken client, could send. $LESSON_STORM_S seconds of random bytes, 2 unless said otherwise."""

    def setUp(self):
        self.folder, _, self.server = serve_made_site()

    def tearDown(self):
        self.assertEqual(self.server.stop(), 0)
        self.folder.cleanup()

    def page_is_served(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        connection.request("GET", "/")
        served = connection.getresponse().read() == PAGE
        connection.close()
        return served

    def send(self, data: bytes) -> bytes:
        received = b""
        try:
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=5) as connection:
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
                while chunk := connection.recv(65536):
                    received += chunk
        except OSError:
            pass
        return received

    def test_a_thousand_connections(self):
        # All at once, none waited for: those that the system lets in send the beginning of a request and hold on to it.
        held = [socket.socket() for _ in range(1000)]
        waiting, begun = select.poll(), {}
        for number, connection in enumerate(held):
            connection.setblocking(False)
            connection.connect_ex(("127.0.0.1", self.server.port))
            waiting.register(connection, select.POLLOUT)
            begun[connection.fileno()] = connection, (b"", b"GET / HT", b"POST /api/measure HTTP/1.1\r\nContent-Length: 9\r\n")[number % 3]
        let_in = 0
        end = time.monotonic() + 3
        while begun and (left := end - time.monotonic()) > 0:
            for number, _ in waiting.poll(1000 * left):
                waiting.unregister(number)
                connection, beginning = begun.pop(number)
                with contextlib.suppress(OSError):
                    connection.send(beginning)
                    let_in += 1
        for connection in held:
            connection.close()
        self.assertGreater(let_in, 100)
        self.assertTrue(self.page_is_served())

    def test_slow_clients(self):
        slow = [socket.create_connection(("127.0.0.1", self.server.port), timeout=5) for _ in range(8)]
        for byte in b"GET / HTTP/1.1\r\nHo":
            for connection in slow:
                connection.sendall(bytes([byte]))
            time.sleep(0.02)
        self.assertTrue(self.page_is_served())
        for connection in slow:
            connection.close()

    def test_random_bytes(self):
        source = random.Random(2)
        own = f"127.0.0.1:{self.server.port}".encode()
        heads = [b"", b"GET / HTTP/1.1\r\n", b"GET /%s HTTP/1.1\r\nHost: " + own + b"\r\n", b"POST /api/measure HTTP/1.1\r\nHost: " + own + b"\r\nOrigin: http://" + own + b"\r\n",
                 b"POST /api/measure HTTP/1.1\r\nHost: " + own + b"\r\nContent-Type: application/json\r\nContent-Length: 40\r\nX-Lesson-Token: " + b"0" * 32 + b"\r\n\r\n"]
        end = time.monotonic() + float(os.environ.get("LESSON_STORM_S", "2"))
        while time.monotonic() < end:
            reply = self.send(source.choice(heads) + source.randbytes(source.randrange(0, 600)) + source.choice([b"", b"\r\n\r\n"]))
            self.assertNotIn(b"ndjson", reply)
            self.assertIsNone(self.server.process.poll())
        self.assertTrue(self.page_is_served())


class LinksInTheSite(unittest.TestCase):
    def test_a_link_out_of_the_folder_is_not_followed_to_a_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            site = Path(folder) / "site"
            site.mkdir()
            make_site(site)
            os.symlink("/etc", site / "etc")
            server = Running(site)
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
            connection.request("GET", "/etc/hostname")
            self.assertEqual(connection.getresponse().status, 404)
            connection.close()
            self.assertEqual(server.stop(), 0)


if __name__ == "__main__":
    unittest.main()
