import { readFileSync } from 'node:fs';

/** Names of file systems on other machines, as the kernel shows them; `fuse.` comes before those of programs. */
const NETWORK =
  /^(nfs\d?|cifs|smb\w*|9p|afs|ceph|lustre|glusterfs|beegfs\w*|davfs\d?|fuse\.(sshfs|glusterfs|rclone|s3fs|davfs\d?|ceph\w*|smb\w*|nfs\w*))$/;

/** The file system of a folder if it is on another machine; undefined if it is local, or where that is not known. */
export function networkShareOf(path: string): string | undefined {
  try {
    return networkShareAmong(readFileSync('/proc/self/mountinfo', 'utf8'), path);
  } catch {
    // Only Linux has this file.
    return undefined;
  }
}

/**
 * The same for the mounts of a `mountinfo` file. If several contain the path, the longest counts; of equal
 * ones, the last.
 */
export function networkShareAmong(mounts: string, path: string): string | undefined {
  let found = { at: '', type: '' };
  for (const line of mounts.split('\n')) {
    const [before = '', after = ''] = line.split(' - ');
    const at = unescaped(before.split(' ')[4] ?? '');
    const [type = ''] = after.split(' ');
    const contains = at === '/' || path === at || path.startsWith(`${at}/`);
    if (at !== '' && contains && at.length >= found.at.length) found = { at, type };
  }
  return NETWORK.test(found.type) ? found.type : undefined;
}

/** Blanks and other separators are octal in this file. */
function unescaped(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
