"""Exports an archive to Parquet on a cluster: ``python export_archive.py ARCHIVE TABLES [SCHEDULER]``.

Without a scheduler's address (``tcp://host:8786``) a cluster of two processes is started here.
"""

import sys
from pathlib import Path

from dask.distributed import Client, LocalCluster

from kriegnote.feeds.partitioned import export_parts, parts_of


def main(archive: str, tables: str, scheduler: str | None = None) -> None:
    cluster = None if scheduler else LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with Client(scheduler or cluster):
        parts = parts_of([archive], count=8)
        games = export_parts(parts, Path(tables))
    print(f"{games} games in {len(parts)} parts")


if __name__ == "__main__":
    main(*sys.argv[1:])
