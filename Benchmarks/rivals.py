"""What people use now, on the same sink: spd-say with its daemon, espeak-ng, aplay."""
import os
import random
import subprocess
import time
import wave

import numpy

from sink import LOUD

WORD = "Tea"
DISPATCHER = """\
LogLevel 1
LogDir "{folder}"
DefaultLanguage "en-GB"
DefaultVolume 100
AudioOutputMethod "{method}"
AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"
DefaultModule espeak-ng
"""


def leading_silence(folder):
    """Milliseconds before the first loud sample of the word as the synthesiser makes it."""
    path = f"{folder}/leading.wav"
    subprocess.run(["espeak-ng", "-v", "en-gb", "-w", path, WORD], check=True)
    with wave.open(path) as file:
        samples = numpy.abs(numpy.frombuffer(file.readframes(file.getnframes()), dtype="<i2").astype(int))
        return float(numpy.flatnonzero(samples > LOUD)[0] * 1000 / file.getframerate())


class Dispatcher:
    """speech-dispatcher with a socket, a configuration and a log of its own."""

    def __init__(self, folder, environment, method="pulse"):
        self.folder = f"{folder}/speech-dispatcher"
        os.makedirs(self.folder)
        with open(f"{self.folder}/speechd.conf", "w") as file:
            file.write(DISPATCHER.format(folder=self.folder, method=method))
        # Its module runs in its own process group: started as a session, all of it can be ended.
        private = {**os.environ, **environment, "HOME": self.folder, "XDG_RUNTIME_DIR": self.folder,
                   "XDG_CONFIG_HOME": self.folder, "XDG_CACHE_HOME": self.folder}
        os.makedirs(f"{self.folder}/modules")
        module_settings = "/etc/speech-dispatcher/modules/espeak-ng.conf"
        if os.path.exists(module_settings):
            os.symlink(module_settings, f"{self.folder}/modules/espeak-ng.conf")
        self.log = open(f"{self.folder}/output", "w")
        self.process = subprocess.Popen(
            ["speech-dispatcher", "-s", "-C", self.folder, "-P", f"{self.folder}/pid", "-L", self.folder,
             "-c", "unix_socket", "-S", f"{self.folder}/socket", "-t", "0"],
            env=private, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, start_new_session=True)
        self.environment = {**private, "SPEECHD_ADDRESS": f"unix_socket:{self.folder}/socket"}
        end = time.monotonic() + 15
        while subprocess.run(["spd-say", "-w", WORD], env=self.environment, capture_output=True).returncode:
            if self.process.poll() is not None or time.monotonic() > end:
                self.stop()
                with open(f"{self.folder}/output") as file:
                    raise RuntimeError(f"speech-dispatcher does not speak: {file.read()[-1000:]}")
            time.sleep(0.1)

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()


def commands(root):
    """Name, command, whether the program itself stays until all is played."""
    return [
        ("spd-say", ["spd-say", "-o", "espeak-ng", "-l", "en-GB", WORD], False),
        ("espeak-ng", ["espeak-ng", "-v", "en-gb", WORD], True),
        ("aplay", ["aplay", "-q", f"{root}/sounds/press.wav"], True),
    ]


def run(command, stays, environment, count):
    """Runs it so often, with pauses; gives the moments at which it was started."""
    started = []
    for _ in range(count):
        started.append(time.monotonic_ns())
        subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=10, check=True)
        # The word takes half a second; then there shall be silence before the next.
        time.sleep((0.15 if stays else 0.7) + random.uniform(0, 0.1))
    return started
