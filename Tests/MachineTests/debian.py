"""A whole Debian on a disk, as a machine beside a bed has it: systemd, udev, a sound card's volumes – and no Beckon yet.

Made once by mmdebstrap and kept under .build/machine; installing Beckon is what the test does. Beside Debian's own, the image holds one
thing that only a test has: a root shell on the second serial line.
"""
import glob
import hashlib
import os
import re
import shutil
import subprocess
import tempfile

import image
from image import CACHE, CannotRun, Failed, kernel, prepared, run

# What any installed machine has.
PACKAGES = ["systemd-sysv", "udev", "kmod", "dbus", "procps"]
MEGABYTES = 1400

CONSOLE = """\
[Unit]
Description=A root shell on the second serial line, for the test alone
DefaultDependencies=no
After=dev-ttyS1.device
[Service]
ExecStart=/bin/sh -c 'stty raw -echo; exec /bin/sh'
Environment=HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive SYSTEMD_COLORS=0 SYSTEMD_URLIFY=0 PS1= PS2= PS4= PATH=/usr/sbin:/usr/bin:/sbin:/bin
StandardInput=tty
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyS1
Restart=always
RestartSec=0
IgnoreSIGPIPE=no
KillMode=process
[Install]
WantedBy=sysinit.target
"""

# The first program of the machine: finds the disk and goes on from there.
INIT = """\
#!/bin/busybox sh
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t devtmpfs devtmpfs /dev
while read -r module; do insmod "/modules/$module"; done </modules/order
while [ ! -b /dev/vda ]; do sleep 0.1; done
mount -t ext4 /dev/vda /system
umount /proc
exec switch_root /system /sbin/init
"""


def release():
    """The code name of this machine's Debian."""
    with open("/etc/os-release") as file:
        values = dict(line.strip().split("=", 1) for line in file if "=" in line)
    if values.get("ID") != "debian" or "VERSION_CODENAME" not in values:
        raise CannotRun("this is no Debian, whose packages a Debian machine could be made of")
    return values["VERSION_CODENAME"].strip('"')


def keyed(name, *parts):
    """A place in the cache that changes with its parts; older ones are removed."""
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]
    stem, suffix = name.split(".")
    path = f"{prepared(CACHE)}/{stem}-{key}.{suffix}"
    if not os.path.exists(path):
        for old in glob.glob(f"{CACHE}/{stem}-*.{suffix}"):
            os.remove(old)
    return path


def module_files(names):
    _, tree, version = kernel()
    files = []
    for name in names:
        shown = run(["/sbin/modprobe", "-d", tree, "-S", version, "--show-depends", name]).stdout
        files += [line.split()[1] for line in shown.splitlines() if line.startswith("insmod")]
    return list(dict.fromkeys(files)), tree, version


def asked_for(package):
    """The names of what a package depends on or recommends: the machine has no network to get it from."""
    fields = run(["dpkg-deb", "-f", package, "Depends", "Recommends"]).stdout
    return re.findall(r"(?:^\w+: |, )([a-z0-9][a-z0-9+.-]+)", fields, flags=re.M)


def base(package):
    """A tar archive of Debian with PACKAGES and all that a package asks for; a minute and 150 MB the first time."""
    wanted = PACKAGES + asked_for(package)
    archive = keyed("debian.tar", release(), *wanted)
    if not os.path.exists(archive):
        if shutil.which("mmdebstrap") is None:
            raise Failed("mmdebstrap is missing: scripts/setup machine installs it")
        part = f"{CACHE}/part.debian.tar"
        run(["mmdebstrap", "--quiet", "--variant=minbase", f"--include={','.join(wanted)}",
             "--dpkgopt=path-exclude=/usr/share/doc/*", "--dpkgopt=path-exclude=/usr/share/locale/*", release(), part])
        os.rename(part, archive)
    return archive


def disk(package):
    """The path of a disk with Debian on it, ready for a package; to be copied, not to be written to."""
    archive = base(package)
    with open(__file__) as file:
        own = file.read()
    version = kernel()[2]
    path = keyed("debian.img", archive, version, own, *image.MODULES)
    if not os.path.exists(path):
        with tempfile.TemporaryDirectory(dir=CACHE) as folder:
            root, part = f"{folder}/root", f"{folder}/part.img"
            lay_out(f"{folder}/more")
            with open(part, "wb") as file:
                file.truncate(MEGABYTES << 20)
            # Owners of files are only told to fakeroot, so that anybody can make this.
            run(["fakeroot", "sh", "-ec", f"""
                mkdir {root}
                tar -C {root} --exclude='./dev/*' --exclude='./var/lib/apt/lists/*' --exclude='./var/cache/apt/*.bin' \
                    -xf {archive}
                cp -r {folder}/more/. {root}/
                /sbin/mkfs.ext4 -q -F -d {root} {part}
            """])
            os.rename(part, path)
    return path


def lay_out(root):
    """The additions to Debian: the kernel's modules, names, and the shell on the serial line."""
    files, tree, version = module_files(image.MODULES)
    for path in files + glob.glob(f"{tree}/lib/modules/{version}/modules.*"):
        place = root + "/usr" + path[len(tree):]
        os.makedirs(os.path.dirname(place), exist_ok=True)
        shutil.copy(path, place)
    os.symlink("usr/lib", f"{root}/lib")
    run(["/sbin/depmod", "-b", root, version])
    os.remove(f"{root}/lib")
    units = f"{root}/etc/systemd/system"
    os.makedirs(f"{units}/sysinit.target.wants")
    for name, text in {
        "etc/hostname": "bedside\n", "etc/hosts": "127.0.0.1 localhost bedside\n", "etc/fstab": "/dev/vda / ext4 defaults 0 1\n",
        "etc/systemd/system/test-shell.service": CONSOLE,
    }.items():
        with open(f"{root}/{name}", "w") as file:
            file.write(text)
    os.symlink("../test-shell.service", f"{units}/sysinit.target.wants/test-shell.service")


def starter():
    """An initramfs that finds the disk: Debian's own is many times larger."""
    files, _, version = module_files(["virtio_pci", "virtio_blk", "ext4"])
    archive = keyed("starter.cpio", version, INIT)
    if not os.path.exists(archive):
        with tempfile.TemporaryDirectory(dir=CACHE) as folder:
            root = f"{folder}/root"
            for name in ["bin", "dev", "proc", "modules", "system"]:
                os.makedirs(f"{root}/{name}")
            shutil.copy("/bin/busybox", f"{root}/bin/busybox")
            with open(f"{root}/init", "w") as file:
                file.write(INIT)
            os.chmod(f"{root}/init", 0o755)
            with open(f"{root}/modules/order", "w") as order:
                for path in files:
                    shutil.copy(path, f"{root}/modules/")
                    order.write(os.path.basename(path) + "\n")
            names = subprocess.run(["find", "."], cwd=root, capture_output=True, check=True).stdout
            with open(f"{folder}/archive", "wb") as file:
                subprocess.run(["cpio", "--quiet", "--reproducible", "-o", "-H", "newc", "-R", "0:0"], cwd=root,
                               input=names, stdout=file, check=True)
            os.rename(f"{folder}/archive", archive)
    return archive
