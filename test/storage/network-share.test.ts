import { expect, test } from 'vitest';
import { networkShareAmong, networkShareOf } from '../../src/storage/network-share.ts';
import { tempFolder } from '../support/temp-folder.ts';

const MOUNTS = `22 1 254:0 / / rw,relatime - ext4 /dev/vda rw
30 22 0:40 / /mnt/nas rw,relatime shared:1 - nfs4 nas:/home rw
31 30 8:1 / /mnt/nas/disk rw - btrfs /dev/sda1 rw
32 22 0:41 / /srv/my\\040home rw - fuse.sshfs me@host: rw
33 22 0:42 / /data rw - ext4 /dev/sdb rw
34 22 0:43 / /data rw - cifs //nas/data rw
35 22 0:44 / /pool rw - fuse.mergerfs a:b rw
`;

test.each([
  ['/var/lib/hearth', undefined],
  ['/mnt/nas', 'nfs4'],
  ['/mnt/nas/hearth', 'nfs4'],
  ['/mnt/nas2/hearth', undefined],
  ['/mnt/nas/disk/hearth', undefined],
  ['/srv/my home/hearth', 'fuse.sshfs'],
  ['/data/hearth', 'cifs'],
  ['/pool/hearth', undefined],
])('%s is on %s', (path, type) => {
  expect(networkShareAmong(MOUNTS, path)).toBe(type);
});

test('a local folder is on no network share', () => {
  expect(networkShareOf(tempFolder())).toBeUndefined();
});
