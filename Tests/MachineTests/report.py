"""Runs the machine's tests, two at a time, and prints what each has seen. Called by scripts/machine-test."""
import argparse
import concurrent.futures
import glob
import json
import os
import shutil
import signal
import subprocess
import sys
import time

import image

HERE = os.path.dirname(os.path.abspath(__file__))
LOGS = f"{image.CACHE}/logs"
# A machine that hangs must not hang the report. Cuts take 5 s each at most.
PATIENCE = 900


def main():
    names = sorted(os.path.basename(path)[5:-3] for path in glob.glob(f"{HERE}/test_*.py"))
    parser = argparse.ArgumentParser(prog="scripts/machine-test")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of: {', '.join(names)}")
    parser.add_argument("--cuts", type=int, default=50, metavar="N", help="how often the plug is pulled")
    options = parser.parse_args()
    unknown = set(options.names) - set(names)
    if unknown:
        parser.error(f"there is no {', '.join(sorted(unknown))}: choose from {', '.join(names)}")
    for folder in ["running", "failed", "logs"]:
        shutil.rmtree(f"{image.CACHE}/{folder}", ignore_errors=True)
    begun = time.monotonic()
    try:
        image.initramfs()
    except image.CannotRun as reason:
        print(f"machine-test: NOT RUN: {reason}")
        return 77
    except image.Failed as reason:
        print(f"machine-test: FAILED: {reason}")
        return 1
    print(f"the machine's image: after {time.monotonic() - begun:.0f} s", flush=True)
    os.makedirs(LOGS)
    # The longest first, so that nothing long is left alone at the end.
    chosen = sorted(options.names or names, key=lambda name: name not in ("cuts", "install"))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda name: play(name, options.cuts), chosen))
    failed = [name for name, status, _ in results if status != 0]
    print(f"\n{len(results) - len(failed)} of {len(results)} parts hold, after {time.monotonic() - begun:.0f} s")
    for name in failed:
        print(f"FAILED: {name}: {os.path.relpath(LOGS, image.ROOT)}/{name}.log; what was recorded is kept in "
              f"{os.path.relpath(image.CACHE, image.ROOT)}/failed")
        # Again, where somebody who reads only the end of a long log finds it.
        print("\n".join(last_lines(name, 12)))
    return 1 if failed else 0


def last_lines(name, count):
    with open(f"{LOGS}/{name}.log") as file:
        return ["   | " + line.rstrip() for line in file.readlines()[-count:]]


def play(name, cuts):
    """(name, status, seconds); prints the part's claims when it has ended."""
    begun = time.monotonic()
    claims = f"{LOGS}/{name}.claims"
    if os.path.exists(claims):
        os.remove(claims)
    environment = dict(os.environ, CLAIMS=claims, CUTS=str(cuts))
    with open(f"{LOGS}/{name}.log", "w") as log:
        test = subprocess.Popen([sys.executable, f"{HERE}/test_{name}.py"], stdout=log, stderr=log, env=environment,
                                start_new_session=True)
        try:
            status = test.wait(PATIENCE + 10 * cuts)
        except subprocess.TimeoutExpired:
            # Its machines too.
            os.killpg(test.pid, signal.SIGKILL)
            test.wait()
            status = "no end"
    seconds = time.monotonic() - begun
    if status == 0 and not os.path.exists(claims):
        status = "it has claimed nothing, so it has shown nothing"
    lines = [f"\n== {name}: {'holds' if status == 0 else 'FAILED'} after {seconds:.0f} s"]
    if os.path.exists(claims):
        with open(claims) as file:
            lines += [f"   {text}{': ' * bool(figure)}{figure}" for text, figure in map(json.loads, file)]
    if status != 0:
        lines.append(f"   status: {status}")
        lines += last_lines(name, 40)
    print("\n".join(lines), flush=True)
    return name, status, seconds


if __name__ == "__main__":
    sys.exit(main())
