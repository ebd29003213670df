#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""browser.py - Chromium without a window, driven over its DevTools protocol.

The browser reads commands from its descriptor 3 and answers on 4
(`--remote-debugging-pipe`), each message JSON that a NUL ends: no port is
opened and nothing is installed.  A page notes by itself what it should not do:
errors of its scripts and on its console, and whatever it asks the network for.

    browser.py PAGE.html WIDTH HEIGHT light|dark PICTURE.png [KEY...]

writes a picture of a page, after keys have been pressed.
"""
import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--remote-debugging-pipe"]
PATIENCE = 600 # seconds, for a browser that hangs; a large page beside other work may take minutes
# Of a key: its code, and the text that it types.
CODES = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
TEXTS = {"Enter": "\r", "Tab": "", "Escape": "", "End": "", "Home": "", "ArrowLeft": "", "ArrowUp": "", "ArrowRight": "", "ArrowDown": ""}


def find():
    """Where Chromium is, or None."""
    return next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)


class Failed(Exception):
    """The browser, or a script in the page, says no."""


class Browser:
    """A running Chromium with a profile of its own; to be used in a `with`."""

    def __init__(self, program=None):
        self.profile = tempfile.mkdtemp(prefix="murrelet-browser.")
        theirs_in, self.write = os.pipe()
        self.read, theirs_out = os.pipe()
        # Above 4, so that neither is overwritten when they become 3 and 4.
        high = [fcntl.fcntl(fd, fcntl.F_DUPFD, 10) for fd in (theirs_in, theirs_out)]

        def take_places():
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen([program or find(), *FLAGS, "--user-data-dir=" + self.profile, "about:blank"], pass_fds=(3, 4),
                                        preexec_fn=take_places, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for fd in (theirs_in, theirs_out, *high):
            os.close(fd)
        self.last, self.buffer, self.pages = 0, b"", {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.write)
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.read)
        shutil.rmtree(self.profile, ignore_errors=True)

    def command(self, method, session=None, **parameters):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        self.send(json.dumps(message).encode() + b"\0")
        end = time.monotonic() + PATIENCE
        while True:
            answer = self.receive(end)
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise Failed(method + ": " + answer["error"]["message"])
                return answer["result"]

    def send(self, data):
        while data:
            data = data[os.write(self.write, data):]

    def receive(self, end):
        """The next message; an event goes to its page as well."""
        while b"\0" not in self.buffer:
            if not select.select([self.read], [], [], max(0, end - time.monotonic()))[0]:
                raise Failed("the browser does not answer")
            data = os.read(self.read, 1 << 20)
            if not data:
                raise Failed("the browser has ended")
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(line)
        page = self.pages.get(message.get("sessionId"))
        if page and "method" in message:
            page.happened(message["method"], message["params"])
        return message

    def open(self, path, width, height, dark=False):
        return Page(self, path, width, height, dark)


class Page:
    """A page in a tab of its own, as wide as asked; narrower than 800 it is a phone's, with a finger for a mouse."""

    def __init__(self, browser, path, width, height, dark):
        self.browser, self.events, self.wrong, self.requests = browser, [], [], []
        self.target = browser.command("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.command("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        browser.pages[self.session] = self
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.command(domain + ".enable")
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 800)
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.address = "file://" + os.path.abspath(path)
        self.command("Page.navigate", url=self.address)
        self.until("Page.loadEventFired")
        self.take_keyboard()

    def take_keyboard(self):
        """Keys go to the tab in front, and the browser begins with one of its own; and what a page was told of the focus
        before it was loaded may have been told to a process that it is no longer in."""
        self.command("Page.bringToFront")
        for enabled in (False, True):
            self.command("Emulation.setFocusEmulationEnabled", enabled=enabled)

    def command(self, method, **parameters):
        return self.browser.command(method, self.session, **parameters)

    def happened(self, method, what):
        self.events.append(method)
        if method == "Runtime.exceptionThrown":
            details = what["exceptionDetails"]
            self.wrong.append(details.get("exception", {}).get("description", details["text"]))
        if method == "Runtime.consoleAPICalled" and what["type"] in ("error", "warning", "assert"):
            self.wrong.append("console: " + " ".join(str(a.get("value", a.get("description"))) for a in what["args"]))
        if method == "Log.entryAdded" and what["entry"]["level"] in ("error", "warning"):
            self.wrong.append(what["entry"]["text"])
        if method == "Network.requestWillBeSent" and what["request"]["url"].split("#")[0] != self.address and not what["request"]["url"].startswith("data:"):
            self.requests.append(what["request"]["url"])

    def until(self, method):
        end = time.monotonic() + PATIENCE
        while method not in self.events:
            self.browser.receive(end)

    def run(self, script):
        """The value of an expression in the page."""
        answer = self.command("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise Failed(script[:80] + ": " + answer["exceptionDetails"].get("exception", {}).get("description", "an error"))
        return answer["result"].get("value")

    def press(self, *keys):
        """Keys as a keyboard sends them; Shift+KEY holds Shift."""
        for name in keys:
            shift, key = name.startswith("Shift+") and 8 or 0, name.split("+")[-1] if len(name) > 1 else name
            code = CODES.get(key, ord(key.upper()) if len(key) == 1 and key.isalnum() else 0)
            text = TEXTS.get(key, key)
            both = {"key": key, "code": key, "windowsVirtualKeyCode": code, "modifiers": shift}
            self.command("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **both, **({"text": text} if text else {}))
            self.command("Input.dispatchKeyEvent", type="keyUp", **both)

    def type(self, text):
        self.command("Input.insertText", text=text)

    def click(self, selector):
        """With the mouse, in the middle of what is there: what covers it gets the click."""
        box = self.run("(e => { e.scrollIntoView({block: 'center', behavior: 'instant'}); const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })"
                       "(document.querySelector(%s))" % json.dumps(selector))
        self.click_at(*box)

    def click_at(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def picture(self, path):
        with open(path, "wb") as out:
            out.write(base64.b64decode(self.command("Page.captureScreenshot", format="png")["data"]))

    def close(self):
        self.browser.command("Target.closeTarget", targetId=self.target)
        del self.browser.pages[self.session]


def main():
    path, width, height, scheme, picture, *keys = sys.argv[1:]
    with Browser() as browser:
        page = browser.open(path, int(width), int(height), scheme == "dark")
        page.press(*keys)
        time.sleep(0.4)
        page.picture(picture)
        for what in page.wrong + page.requests:
            print(what)


if __name__ == "__main__":
    main()
