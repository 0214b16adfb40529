// File systems in files, each a disk of its own whose writes can be counted, with those of its journal.
import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';

const SIZE = 500_000_000;
const SECTOR = 512;

/** Mounts an empty ext4 file system on a folder until `remove` is called. Needs root. */
export function mountDisk(folder) {
  const file = `${folder}.ext4`;
  const descriptor = openSync(file, 'w');
  ftruncateSync(descriptor, SIZE);
  closeSync(descriptor);
  // Blocks as on larger disks, without lazy initialization, which would write in the background.
  execFileSync('mkfs.ext4', ['-q', '-b', '4096', '-E', 'lazy_itable_init=0,lazy_journal_init=0', file]);
  execFileSync('mount', ['-o', 'loop', file, folder]);
  const remove = () => {
    execFileSync('umount', [folder]);
    rmSync(file);
  };
  return { remove };
}

/** Bytes written so far to the disk that contains a folder. */
export function bytesOnDisk(folder) {
  const { dev } = statSync(folder);
  const [major, minor] = [(dev >> 8) & 0xfff, (dev & 0xff) | ((dev >> 12) & 0xfff00)];
  const fields = readFileSync(`/sys/dev/block/${major}:${minor}/stat`, 'utf8').trim().split(/\s+/);
  return Number(fields[6]) * SECTOR;
}
