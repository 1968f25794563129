"""The local server measures for its own page: with token and origin, one job at a time, bounded."""
import http.client
import json
import re
import time
import unittest

from test_server import serve_made_site


class MeasuringForThePage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder, _, cls.server = serve_made_site()
        cls.token = re.search(r"token=([0-9a-f]{32})", cls.server.process.stdout.readline())[1]

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.folder.cleanup()

    def ask(self, body=b'{"n": 64}', method="POST", path="/api/measure", **changes):
        own = f"127.0.0.1:{self.server.port}"
        headers = {"Host": own, "Origin": f"http://{own}", "Content-Type": "application/json", "X-Lesson-Token": self.token, "Content-Length": str(len(body))}
        headers.update({name.replace("_", "-"): value for name, value in changes.items()})
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in headers.items():
            if value is not None:
                connection.putheader(name, value)
        connection.endheaders(body)
        return connection, connection.getresponse()

    def status(self, **changes) -> int:
        connection, reply = self.ask(**changes)
        with reply:
            text = reply.read()
        connection.close()
        self.assertIsNone(reply.headers["Access-Control-Allow-Origin"])
        self.assertNotIn(b"result", text)
        return reply.status

    def test_measures_and_streams(self):
        connection, reply = self.ask()
        self.assertEqual(reply.status, 200)
        self.assertEqual(reply.headers["Cache-Control"], "no-store")
        news = [json.loads(line) for line in reply.read().splitlines()]
        connection.close()
        self.assertEqual({entry["type"] for entry in news}, {"progress", "result", "done"})
        document = news[-1]["document"]
        self.assertIn("fp32", {entry["dtype"] for entry in document["results"]})
        self.assertTrue(all(entry["verified"] for entry in document["results"]))

    def test_refused(self):
        own = f"127.0.0.1:{self.server.port}"
        for expected, changes in (
            (403, {"Host": "evil.example"}), (403, {"Origin": "http://evil.example"}), (403, {"Origin": "null"}), (403, {"Origin": None}), (403, {"Origin": f"https://{own}"}),
            (403, {"Sec_Fetch_Site": "cross-site"}), (403, {"Sec_Fetch_Site": "same-site"}), (403, {"Origin": None, "Sec_Fetch_Site": "none"}),
            (401, {"X_Lesson_Token": None}), (401, {"X_Lesson_Token": ""}), (401, {"X_Lesson_Token": "0" * 32}), (401, {"X_Lesson_Token": self.token[:-1]}), (401, {"X_Lesson_Token": self.token + "0"}),
            (415, {"Content_Type": "text/plain"}), (411, {"Content_Length": None}), (413, {"body": b"{}" + b" " * 5000}),
            (405, {"method": "GET"}), (405, {"method": "OPTIONS"}), (404, {"path": "/api/"}), (404, {"path": "/api/measure/more"}), (404, {"path": "/api/../api/measure"}),
        ):
            with self.subTest(changes):
                status = self.status(**changes)
                self.assertIn(status, (expected, 400) if expected in (411, 404) else (expected,))

    def test_requests_that_make_no_sense(self):
        for body in (b"", b"nonsense", b"[]", b'{"n": 1e9}', b'{"n": "64"}', b'{"n": -1}', b'{"shell": "ls"}', b'{"n": 64, "more": 1}', b"\xff\xfe"):
            with self.subTest(body):
                connection, reply = self.ask(body=body)
                [news] = [json.loads(line) for line in reply.read().splitlines()]
                connection.close()
                self.assertEqual(news["type"], "error")
                self.assertRegex(news["error"], r"^[A-Zn].+\.$")

    def test_one_at_a_time_and_it_ends_with_its_connection(self):
        connection, reply = self.ask(body=b'{"n": 2048}')
        reply.readline()
        self.assertEqual(self.status(), 409)
        reply.close()
        connection.close()
        end = time.monotonic() + 30
        while (status := self.status_of_short()) == 409 and time.monotonic() < end:
            time.sleep(0.2)
        self.assertEqual(status, 200)

    def status_of_short(self) -> int:
        connection, reply = self.ask()
        reply.read()
        connection.close()
        return reply.status


if __name__ == "__main__":
    unittest.main()
