"""Snapshots in one file for each area of codes, instead of one file for all."""

from syrupy.extensions.amber import AmberSnapshotExtension
from syrupy.location import PyTestLocation
from syrupy.types import SnapshotIndex


class AreaSnapshots(AmberSnapshotExtension):
    """The name of a test ends in `[AREA/CASE]`."""

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        return f"{super().dirname(test_location=test_location)}/{test_location.basename}"

    @classmethod
    def get_file_basename(cls, *, test_location: PyTestLocation, index: SnapshotIndex) -> str:
        _ = index
        return str(test_location.nodename).partition("[")[2].partition("/")[0]
