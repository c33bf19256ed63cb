"""A private PostgreSQL for one test."""

import glob
import os
import pwd
import shutil
import subprocess
import tempfile
import time


class Postgres:
    """A server with an empty database, which listens on a socket in its own folder."""

    def __enter__(self):
        found = glob.glob("/usr/lib/postgresql/*/bin/initdb")
        self.programs = os.path.dirname(max(found) if found else shutil.which("initdb"))
        # A socket's path is short.
        self.folder = tempfile.mkdtemp(prefix="ennead-", dir="/tmp")
        self.user = {}
        if os.getuid() == 0:
            # PostgreSQL refuses to run as root.
            other = pwd.getpwnam("postgres")
            os.chown(self.folder, other.pw_uid, other.pw_gid)
            self.user = {"user": other.pw_uid, "group": other.pw_gid, "extra_groups": []}
        data = os.path.join(self.folder, "data")
        self._run("initdb", "-D", data, "-A", "trust", "-U", "ennead", "--no-sync")
        self.server = subprocess.Popen(
            [os.path.join(self.programs, "postgres"), "-D", data, "-k", self.folder,
             "-c", "listen_addresses=", "-F"],
            cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **self.user)
        while self._run("pg_isready", "-h", self.folder, check=False):
            assert self.server.poll() is None, "PostgreSQL has ended"
            time.sleep(0.05)
        return f"postgres://ennead@{self.folder.replace('/', '%2F')}/postgres"

    def _run(self, program, *arguments, check=True):
        done = subprocess.run([os.path.join(self.programs, program), *arguments], cwd=self.folder,
                              capture_output=True, text=True, **self.user)
        assert not check or done.returncode == 0, done.stderr
        return done.returncode

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
