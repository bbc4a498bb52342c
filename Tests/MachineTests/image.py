"""What the machine boots: Debian's kernel, and an initramfs with the release build of beckon; beside it stands what a hand or a technician
would do (hands.c presses, amixer turns a knob, init opens a shell where the kernel's line asks for them).

Everything is kept under .build/machine and made anew only when something in it has changed.
"""
import glob
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CACHE = f"{ROOT}/.build/machine"
BECKON = os.environ.get("BECKON_RELEASE", f"{ROOT}/.build/release/beckon")
HERE = os.path.dirname(os.path.abspath(__file__))

# What a kitchen's machine needs of a kernel: a disk, a network card, USB, keys, and three kinds of sound card.
MODULES = [
    "virtio_pci", "virtio_blk", "ext4", "virtio_net", "xhci-pci", "usbhid", "hid-generic", "evdev", "uinput",
    "virtio_console",
    "snd-intel8x0", "snd-ens1370", "snd-usb-audio",
]

# Voices and their data; the other hundred languages stay out.
LANGUAGES = ["en", "de"]

# What ships beside the program.
SHARED = ["boards", "encouragement", "exercises", "sounds"]

# Where the machine stands: its clocks change twice a year.
ZONE = "Europe/Berlin"


class CannotRun(Exception):
    """Why no machine can be tested here: it is the wrong one."""


class Failed(Exception):
    """A command that should have worked did not."""


def kernel():
    """(vmlinuz, folder with lib/modules, version), from Debian's own package, unpacked and not installed."""
    unpacked = f"{CACHE}/kernel"
    found = glob.glob(f"{unpacked}/boot/vmlinuz-*")
    if not found:
        package = newest_kernel()
        with tempfile.TemporaryDirectory(dir=prepared(CACHE)) as folder:
            run(["apt-get", "download", package], cwd=folder)
            run(["dpkg", "-x", glob.glob(f"{folder}/*.deb")[0], f"{folder}/unpacked"])
            version = os.path.basename(glob.glob(f"{folder}/unpacked/boot/vmlinuz-*")[0]).split("-", 1)[1]
            run(["/sbin/depmod", "-b", f"{folder}/unpacked", version])
            shutil.rmtree(unpacked, ignore_errors=True)
            os.rename(f"{folder}/unpacked", unpacked)
        found = glob.glob(f"{unpacked}/boot/vmlinuz-*")
    return found[0], unpacked, os.path.basename(found[0]).split("-", 1)[1]


def newest_kernel():
    """The name of the package on which Debian's linux-image-amd64 depends today."""
    shown = subprocess.run(["apt-cache", "depends", "linux-image-amd64"], capture_output=True, text=True)
    names = [line.split()[-1] for line in shown.stdout.splitlines() if "Depends: linux-image-" in line]
    if not names:
        raise CannotRun("this distribution has no kernel package linux-image-amd64 (Debian's, for amd64)")
    return names[0]


def modules(tree, version):
    """The files of MODULES and of their dependencies, in the order of loading."""
    files = []
    for name in MODULES:
        shown = run(["/sbin/modprobe", "-d", tree, "-S", version, "--show-depends", name]).stdout
        files += [line.split()[1] for line in shown.splitlines() if line.startswith("insmod")]
    return list(dict.fromkeys(files))


def libraries(program):
    """The shared libraries that a program is loaded with, its loader among them."""
    shown = run(["ldd", program]).stdout
    if "not found" in shown:
        raise Failed(f"{program} misses a library:\n{shown}")
    return [word for line in shown.splitlines() for word in line.split() if word.startswith("/")]


def initramfs():
    """The path of an initramfs with BECKON, as `newc` archive; not compressed, since unpacking it costs more than reading it."""
    vmlinuz, tree, version = kernel()
    binary = stripped()
    key = hashlib.sha256()
    for path in [binary, f"{HERE}/init", f"{HERE}/image.py", f"{HERE}/hands.c", vmlinuz]:
        with open(path, "rb") as file:
            key.update(hashlib.file_digest(file, "sha256").digest())
    for folder in SHARED:
        for path in sorted(glob.glob(f"{ROOT}/{folder}/**", recursive=True)):
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    key.update(path.encode() + file.read())
    archive = f"{CACHE}/initramfs-{key.hexdigest()[:16]}.cpio"
    if not os.path.exists(archive):
        for old in glob.glob(f"{CACHE}/initramfs-*.cpio"):
            os.remove(old)
        with tempfile.TemporaryDirectory(dir=CACHE) as folder:
            fill(f"{folder}/root", binary, modules(tree, version))
            names = subprocess.run(["find", "."], cwd=f"{folder}/root", capture_output=True, check=True).stdout
            with open(f"{folder}/archive", "wb") as file:
                subprocess.run(["cpio", "--quiet", "--reproducible", "-o", "-H", "newc", "-R", "0:0"],
                               cwd=f"{folder}/root", input=names, stdout=file, check=True)
            os.rename(f"{folder}/archive", archive)
    return archive


def stripped():
    """BECKON without its symbols, which are most of it."""
    if not os.path.exists(BECKON):
        raise Failed(f"{BECKON} is missing: scripts/machine-test builds it")
    small = f"{prepared(CACHE)}/beckon"
    if not os.path.exists(small) or os.path.getmtime(small) < os.path.getmtime(BECKON):
        run(["strip", "-o", f"{small}.new", BECKON])
        os.rename(f"{small}.new", small)
    return small


def fill(root, binary, module_files):
    """Lays the root file system out."""
    for folder in ["bin", "dev", "proc", "sys", "run", "tmp", "etc", "lib/modules", "var/lib/beckon", "usr/bin",
                   "usr/share/beckon", "usr/lib"]:
        os.makedirs(f"{root}/{folder}")
    shutil.copy("/bin/busybox", f"{root}/bin/busybox")
    shutil.copy(f"{HERE}/init", f"{root}/init")
    os.chmod(f"{root}/init", 0o755)
    with open(f"{root}/lib/modules/order", "w") as order:
        for file in module_files:
            shutil.copy(file, f"{root}/lib/modules/")
            order.write(os.path.basename(file) + "\n")
    shutil.copy(binary, f"{root}/usr/bin/beckon")
    shutil.copy("/usr/bin/amixer", f"{root}/usr/bin/amixer")
    run(["cc", "-static", "-O2", "-Wall", "-Wextra", "-Werror", "-o", f"{root}/usr/bin/hands", f"{HERE}/hands.c"])
    preload = glob.glob("/usr/lib/*/libeatmydata.so")
    wanted = libraries(binary) + libraries("/usr/bin/amixer") + preload + [path for library in preload for path in libraries(library)]
    for path in dict.fromkeys(wanted):
        os.makedirs(root + os.path.dirname(path), exist_ok=True)
        shutil.copy(path, root + path)
    for folder in SHARED:
        shutil.copytree(f"{ROOT}/{folder}", f"{root}/usr/share/beckon/{folder}")
    for data in ["alsa", "zoneinfo"]:
        shutil.copytree(f"/usr/share/{data}", f"{root}/usr/share/{data}", symlinks=True)
    os.symlink(f"/usr/share/zoneinfo/{ZONE}", f"{root}/etc/localtime")
    voices(root)
    for name, text in {
        "passwd": "root:x:0:0:root:/root:/bin/sh\n", "group": "root:x:0:\naudio:x:29:\n",
        "hosts": "127.0.0.1 localhost\n", "nsswitch.conf": "hosts: files\n",
    }.items():
        with open(f"{root}/etc/{name}", "w") as file:
            file.write(text)


def voices(root):
    """eSpeak NG's data where the library looks for it, without the dictionaries of other languages."""
    (data,) = glob.glob("/usr/lib/*/espeak-ng-data")[:1] or ["/usr/share/espeak-ng-data"]
    others = {os.path.basename(path) for path in glob.glob(f"{data}/*_dict")} - {f"{name}_dict" for name in LANGUAGES}
    shutil.copytree(data, root + data, ignore=lambda folder, names: others & set(names))


def prepared(folder):
    os.makedirs(folder, exist_ok=True)
    return folder


def run(command, **options):
    """Runs a program; ends with its own words where it fails."""
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise Failed(f"{' '.join(command)}: {done.stderr.strip() or done.stdout.strip()}")
    return done


if __name__ == "__main__":
    try:
        print(initramfs())
    except (CannotRun, Failed) as reason:
        sys.exit(str(reason))
