"""What commands in a sandbox can do to files: rows F02 to F09, X14, X16 and X17."""

import os
import shutil
import stat
from pathlib import Path

import pytest

from tests.safety.sandbox_kit import SECRET, Cage, Place
from zaptui.config.files import load_settings
from zaptui.errors import ToolError
from zaptui.safety.paths import FolderWorkspace
from zaptui.safety.sandbox import probe

WAYS_OUT = {
    "new file": "echo x > {outside}/new",
    "append": "echo x >> {outside}/kept",
    "truncate by open": "python3 -c \"open('{outside}/kept', 'w')\"; : > {outside}/kept",
    "truncate by path": "truncate -s 0 {outside}/kept",
    "remove": "rm -f {outside}/kept",
    "remove all": "rm -rf {outside}",
    "move in": "mv {outside}/kept .",
    "move out": "echo x > a; mv a {outside}/new",
    "replace": "echo x > a; mv -f a {outside}/kept",
    "folder": "mkdir {outside}/d && echo x > {outside}/d/new",
    "hard link, then write": "ln {outside}/kept hard; echo x > hard",
    "link, then write": "ln -s {outside} esc; echo x > esc/new; echo x >> esc/kept",
    "dangling link, then write": "ln -s {outside}/new esc; echo x > esc",
    "link in the private tmp": "ln -s {outside} $TMPDIR/esc; echo x > $TMPDIR/esc/new",
    "up": "cd ..; echo x > outside/new; cd outside && echo x >> kept",
    "by proc": "echo x > /proc/self/root{outside}/new; echo x > /proc/self/cwd/../outside/new",
    "by process 1": "echo x > /proc/1/root{outside}/new",
    "by the parent": "echo x > /proc/$PPID/root{outside}/new; cd /proc/$PPID/cwd/..; echo x > n",
    "remount": "mount -o remount,rw /; mount -o remount,rw,bind /; echo x > {outside}/new",
    "own namespaces": "unshare -Urm sh -c 'mount -o remount,rw,bind / ; umount -l /; "
    "echo x > {outside}/new'",
    "bind mount": "mkdir -p m; unshare -Urm sh -c 'mount --bind {outside} m; echo x > m/new'",
    "change root": "chroot / sh -c 'echo x > {outside}/new'",
    "named pipe": "mkfifo {outside}/new",
    "copied tree": "mkdir t; echo x > t/new; cp -r t/. {outside}/",
    "archive": "mkdir t; echo x > t/new; tar -C t -cf a.tar .; tar -C {outside} -xf a.tar",
}


@pytest.mark.parametrize("way", WAYS_OUT)
async def test_X14_nothing_outside_is_written(cage: Cage, way: str) -> None:
    place = cage.place
    before = place.found_outside()
    ran = await cage.run(WAYS_OUT[way].format(outside=place.outside))
    assert place.found_outside() == before == {"kept": b"kept"}, ran.output
    assert sorted(os.listdir(place.outside)) == ["kept"]


async def test_what_a_command_may_do(cage: Cage) -> None:
    ran = await cage.run(
        "set -e; echo x > a; mkdir -p d/e; mv a d/e/b; ln -s d link; ln d/e/b hard; mkfifo pipe;"
        " chmod 755 hard; rm -r link; truncate -s 1 hard; echo t > $TMPDIR/t; cat /dev/urandom"
        " | head -c 8 > /dev/null; cat d/e/b"
    )
    assert (ran.code, ran.output) == (0, "x")
    root = cage.place.root
    assert sorted(str(path.relative_to(root)) for path in root.rglob("*")) == [
        "d", "d/e", "d/e/b", "hard", "pipe",
    ]  # fmt: skip


async def test_the_private_tmp_lasts_as_long_as_the_run(cage: Cage) -> None:
    await cage.run(
        "echo kept > $TMPDIR/x; mkdir -p $TMPDIR/d && touch $TMPDIR/d/y; chmod 0 $TMPDIR/d"
    )
    ran = await cage.run("cat $TMPDIR/x; stat -c %a $TMPDIR; ls /tmp/zap-private-test 2>&1; exit 0")
    assert ran.output.startswith("kept\n700\n")
    ran = await cage.run('cd $TMPDIR; echo "$XDG_CACHE_HOME"; echo x > "$TMPDIR/here"; pwd -P')
    assert ran.output.split("\n")[0].startswith(ran.output.split("\n")[1])
    folder = cage.spawner._cell._folder
    assert folder is not None
    assert (Path(folder) / "tmp" / "here").exists()
    cage.spawner.close()
    assert not Path(folder).exists()
    assert (await cage.run("ls $TMPDIR")).output == ""


async def test_F02_reads_stay_open_and_zap_s_own_world_is_another(cage: Cage) -> None:
    ran = await cage.run("cat ../outside/kept; head -c 4 /etc/passwd > a; echo x > ~/x; ls ~ > b")
    assert ran.output.startswith("kept")
    assert (cage.place.root / "a").stat().st_size == 4
    assert not (cage.place.home / "x").exists()


async def test_F04_a_link_made_by_a_command_leads_the_write_tool_nowhere(cage: Cage) -> None:
    ran = await cage.run("ln -s ~ d; ln -s ../outside/kept f; ln -s $PWD/../outside o; ls -d d f o")
    assert ran.output == "d\nf\no\n"
    workspace = FolderWorkspace(str(cage.place.root))
    try:
        for path in ("d/.bashrc", "d/.profile", "f", "o/new"):
            with pytest.raises(ToolError, match="outside the workspace"):
                workspace.write(path, b"x")
            with pytest.raises(ToolError, match="outside the workspace"):
                workspace.read(path, limit=1)
    finally:
        workspace.close()
    assert (cage.place.home / ".profile").read_text() == "harmless"
    assert cage.place.found_outside() == {"kept": b"kept"}


async def test_F06_a_hard_link_out_cannot_be_made(cage: Cage) -> None:
    ran = await cage.run("ln ../outside/kept hard")
    assert ran.code != 0
    assert os.stat(cage.place.outside / "kept").st_nlink == 1


async def test_F07_no_device_can_be_made(cage: Cage) -> None:
    await cage.run("mknod null c 1 3; mknod disk b 8 0; mknod $TMPDIR/null c 1 3; mkfifo pipe")
    assert os.listdir(cage.place.root) == ["pipe"]
    workspace = FolderWorkspace(str(cage.place.root))
    try:
        with pytest.raises(ToolError, match="is a pipe, not a regular file"):
            workspace.read("pipe", limit=1)
    finally:
        workspace.close()


async def test_F09_odd_names_of_commands_are_files_like_others(cage: Cage) -> None:
    names = ["new\nline", "\x1b[31mred", "\udcff\udcfe", "x" * 255, "-rf", " "]
    (cage.place.root / "names").write_bytes(b"\0".join(os.fsencode(name) for name in names))
    ran = await cage.run('while IFS= read -r -d \'\' n; do : > ./"$n"; done < names; : > ./"$n"')
    assert ran.code == 0
    workspace = FolderWorkspace(str(cage.place.root))
    try:
        found = {name for name, _ in workspace.entries(".")}
        assert found == {*names, "names"}
        for name in names:
            assert workspace.read(f"./{name}", limit=1).data == b""
    finally:
        workspace.close()


def give_trust(root: Path) -> None:
    for name in (".git/hooks", ".zap"):
        (root / name).mkdir(parents=True)
    (root / ".git" / "config").write_text("[core]\n")
    (root / ".git" / "hooks" / "pre-commit").write_text("#!/bin/sh\n")
    (root / ".zap" / "config.toml").write_text("")


ATTACKS = {
    "echo x >> .git/config": ".git/config",
    "rm .git/config": ".git/config",
    "echo x > c; mv -f c .git/config": ".git/config",
    "ln -sf /dev/null .git/config": ".git/config",
    "echo x > .git/hooks/post-checkout": ".git/hooks/post-checkout",
    "chmod +x .git/hooks/pre-commit": ".git/hooks/pre-commit",
    "mv .git/hooks .git/old; mkdir .git/hooks": ".git/hooks",
    "mv .git old": ".git",
    "rm -rf .git": ".git",
    "echo x > .zap/config.toml": ".zap/config.toml",
    "touch .zap/new": ".zap/new",
    "mv .zap old; mkdir .zap": ".zap",
}


@pytest.mark.parametrize("attack", ATTACKS)
async def test_F08_what_programs_start_from_is_read_only_in_bubblewrap(
    bwrap: Cage, attack: str
) -> None:
    root = bwrap.place.root
    give_trust(root)
    ran = await bwrap.run(attack)
    assert ran.code != 0 or ran.output
    if attack == "mv .git old":  # the folder itself may be renamed: its masks go with it
        assert "[sandbox: this command changed .git, " in ran.output
        (root / "old").rename(root / ".git")
    assert (root / ".git" / "config").read_text() == "[core]\n"
    assert os.listdir(root / ".git" / "hooks") == ["pre-commit"]
    assert not (root / ".git" / "hooks" / "pre-commit").stat().st_mode & stat.S_IXUSR
    assert (root / ".zap" / "config.toml").read_bytes() == b""
    assert os.listdir(root / ".zap") == ["config.toml"]


@pytest.mark.parametrize("attack", ATTACKS)
async def test_F08_what_programs_start_from_is_watched_under_landlock(
    landlock: Cage, attack: str
) -> None:
    give_trust(landlock.place.root)
    ran = await landlock.run(attack)
    note = f"[sandbox: this command changed {ATTACKS[attack]}, from which other programs may "
    assert note in ran.output
    assert note in "".join(landlock.told)


async def test_git_still_works(cage: Cage) -> None:
    if shutil.which("git") is None:
        pytest.skip("there is no git")
    identity = "-c user.name=a -c user.email=b"
    made = await cage.run(
        f"git init -q && echo x > a && git add a && git {identity} commit -qm one"
    )
    assert made.code == 0, made.output
    more = await cage.run(
        f"set -e; git checkout -q -b topic; echo y > a; git {identity} commit -qam two;"
        " git stash list; git gc -q; git log --format=%s"
    )
    assert (more.code, more.output) == (0, "two\none\n")


async def test_X16_no_ghost_is_left(cage: Cage) -> None:
    place = cage.place
    before = sorted(place.home.rglob("*"))
    assert (await cage.run("true")).output == ""
    assert os.listdir(place.root) == []
    assert sorted(place.home.rglob("*")) == before
    give_trust(place.root)
    before = sorted(place.root.rglob("*"))
    assert (await cage.run("true")).output == ""
    assert sorted(place.root.rglob("*")) == before


async def test_X17_a_linked_zap_is_beaten_reported_and_without_effect(cage: Cage) -> None:
    root = cage.place.root
    (root / "real").mkdir()
    (root / "real" / "config.toml").write_text("")
    (root / ".zap").symlink_to("real")
    evil = '[permissions]\nallow = ["shell"]\ndeny = []\n[sandbox]\nmode = "off"\n'
    ran = await cage.run(f"rm .zap; mkdir .zap; printf '%s' '{evil}' > .zap/config.toml")
    assert "[sandbox: this command changed .zap, from which" in ran.output
    loaded = load_settings({"ZAP_HOME": str(cage.place.home)}, root)
    assert loaded.user.permissions.allow == []
    assert any("a project may not set" in warning for warning in loaded.warnings)
    assert any("sandbox" in warning for warning in loaded.warnings)


async def test_X17_a_nested_repository_is_moved_away_and_reported(cage: Cage) -> None:
    root = cage.place.root
    (root / "p" / ".git" / "hooks").mkdir(parents=True)
    (root / "p" / ".git" / "config").write_text("[core]\n")
    ran = await cage.run("mv p q; mkdir -p p/.git; echo evil > p/.git/config")
    assert "[sandbox: this command changed p/.git, from which" in ran.output
    ran = await cage.run("touch a")
    assert ran.output == ""


async def test_X17_a_config_beside_the_config_is_reported(cage: Cage) -> None:
    give_trust(cage.place.root)
    ran = await cage.run("echo ../evil > .git/commondir")
    assert "[sandbox: this command changed .git/commondir, from which" in ran.output


async def test_X13_keys_of_the_home_are_hidden_in_bubblewrap(place: Place) -> None:
    sandbox = probe("bwrap")
    if not sandbox.has_boundary:
        pytest.skip(sandbox.why)
    state = place.home / ".local" / "state" / "zaptui"
    state.mkdir(parents=True)
    (state / "s.jsonl").write_text(SECRET)
    with Cage(sandbox, place, hidden=[str(state)]) as cage:
        ran = await cage.run(
            "ls -A ~ ~/.ssh ~/.local/state/zaptui; cat ~/.netrc ~/.profile;"
            f" grep -rs {SECRET} ~; echo x > ~/.ssh/known_hosts; umount ~/.ssh; rm -rf ~/.ssh"
        )
    assert SECRET not in ran.output
    assert "harmless" in ran.output
    assert (place.home / ".ssh" / "id_rsa").read_text() == SECRET
    assert os.listdir(place.home / ".ssh") == ["id_rsa"]


async def test_a_workspace_below_tmp_works(cage: Cage, tmp_path: Path) -> None:
    root = tmp_path / "deep" / "app"
    root.mkdir(parents=True)
    (tmp_path / "beside").write_text("beside")
    with Cage(cage.sandbox, cage.place, root=root) as inner:
        ran = await inner.run("pwd; echo x > a; echo x > ../b; echo x > ../../beside; exit 0")
    assert ran.output.split("\n")[0] == str(root)
    assert sorted(os.listdir(tmp_path / "deep")) == ["app"]
    assert os.listdir(root) == ["a"]
    assert (tmp_path / "beside").read_text() == "beside"


async def test_a_run_outside_is_outside(cage: Cage) -> None:
    ran = await cage.run("echo x > ../outside/new; cat ~/.netrc", outside=True)
    assert (ran.code, ran.output) == (0, SECRET)
    assert cage.place.found_outside() == {"kept": b"kept", "new": b"x\n"}
