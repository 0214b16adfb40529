import { lastRestoreOf } from '../backup/last-restore.ts';
import type { Part } from '../core/lifecycle.ts';
import type { HubContext } from './hub-context.ts';

const KNOWN =
  "SELECT 1 FROM audit WHERE action = 'backup_restored' AND json_extract(detail, '$.at') = ? LIMIT 1";

/** Records at the first start after a restore that it was made, and by whom: the audit log itself was restored as well. */
export function restoredAudit({
  options,
  audit,
  database,
}: Pick<HubContext, 'options' | 'audit' | 'database'>): Part {
  return {
    name: 'audit of a restore',
    start: async () => {
      const restored = lastRestoreOf(options.folder.path);
      if (restored === null) return;
      const { slug: id, name, date, at, by = { userId: null, tokenId: null, peer: null } } = restored;
      if ((await database.query(KNOWN, [at])).length > 0) return;
      await audit.record('backup_restored', by, { id, name: name.slice(0, 200), date, at });
    },
    stop: () => {},
  };
}
