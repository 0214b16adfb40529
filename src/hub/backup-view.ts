import type { BackupView } from '../api/backup-interface.ts';
import type { WholeBackup } from '../backup/all-backups.ts';
import { isoTime } from '../core/clock.ts';

/** A backup as clients see it [backup facts §1, "B"]. */
export function backupView(
  { metadata, places }: WholeBackup,
  { instanceId, rehearsedAt }: { readonly instanceId: string; readonly rehearsedAt: number | undefined },
): BackupView {
  const { slug, name, date, homeassistant, hearth } = metadata;
  return {
    addons: [],
    agents: Object.fromEntries(
      [...places].map(([id, size]) => [id, { protected: metadata.protected, size }]),
    ),
    backup_id: slug,
    database_included: !homeassistant.exclude_database,
    date,
    extra_metadata: { 'supervisor.backup_request_date': null, instance_id: hearth.instance_id },
    failed_addons: [],
    failed_agent_ids: [],
    failed_folders: [],
    folders: [],
    homeassistant_included: true,
    homeassistant_version: homeassistant.version,
    name,
    with_automatic_settings: hearth.instance_id === instanceId ? hearth.automatic : null,
    hearth: {
      version: hearth.version,
      inventory: hearth.inventory,
      left_out: hearth.left_out,
      keys: hearth.keys.map(({ fingerprint }) => fingerprint),
      rehearsed_at: rehearsedAt === undefined ? null : isoTime(rehearsedAt),
    },
  };
}
