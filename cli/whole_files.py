"""Files that are written whole or not at all."""

import os
import tempfile
from pathlib import Path

from rulesdsl.named_files import is_waited_for

from .exit_status import CannotDo


def can_be_written(path: Path | None) -> None:
    """Says so at once if a file that takes long to make has no place to go to."""
    if path is None:
        return
    if path.is_dir():
        raise CannotDo(f"cannot write {path}: it is a folder")
    if is_waited_for(path):
        raise CannotDo(f"cannot write {path}: it is no ordinary file, but a pipe, and nobody may read it")
    if path.exists():
        return
    folder = path.resolve().parent
    if not folder.is_dir():
        raise CannotDo(f"cannot write {path}: no such file or directory")
    if not os.access(folder, os.W_OK):
        raise CannotDo(f"cannot write {path}: permission denied")


def write_whole(path: Path, text: str | bytes) -> None:
    """Put it there in one step: whoever looks sees the old file or the new one, never a part."""
    data = text.encode("utf-8") if isinstance(text, str) else text
    can_be_written(path)
    if path.exists() and not path.is_file():
        # A device or a pipe, such as /dev/stdout, cannot be replaced.
        with path.open("wb") as file:
            file.write(data)
        return
    if path.exists() and not os.access(path, os.W_OK):
        raise CannotDo(f"cannot write {path}: permission denied")
    target = path.resolve() if path.is_symlink() else path
    try:
        with tempfile.NamedTemporaryFile(
            "wb", dir=target.parent, prefix=f".{target.name}.", delete=False
        ) as file:
            unfinished = Path(file.name)
            file.write(data)
        unfinished.chmod(target.stat().st_mode & 0o777 if target.exists() else _mode_of_new_files())
        unfinished.replace(target)
    except OSError as error:
        raise CannotDo(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from None


def _mode_of_new_files() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
