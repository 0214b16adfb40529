import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { arch, release, type, userInfo } from 'node:os';
import { join } from 'node:path';
import type { HealthSection, HealthValue } from '../api/ws/commands/system-health.ts';
import { isoTime } from '../core/clock.ts';
import { INTERFACE_VERSION } from '../core/version.ts';
import type { HubContext } from './hub-context.ts';

const MEBIBYTE = 1024 * 1024;
/** The files with the history, and what SQLite has not yet moved into them. */
const FILES = ['history.db', 'history.db-wal', 'statistics.db', 'statistics.db-wal'];

/** What the server says about its health, in Home Assistant's terms as far as they apply. */
export function systemHealth({ options, clock, home, history }: HubContext): readonly HealthSection[] {
  const startedAt = clock.now();
  return [
    {
      domain: 'homeassistant',
      info: async () => ({
        ...{ version: INTERFACE_VERSION, hearth_version: options.version },
        ...{ installation_type: 'Hearth', dev: false, hassio: false },
        ...{ docker: isInContainer(), container_arch: isInContainer() ? arch() : null },
        ...{ user: userName(), node_version: process.versions.node },
        ...{ os_name: type(), os_version: release(), arch: arch() },
        ...{ timezone: home.home.facts.time_zone, config_dir: options.settings.dataDir },
      }),
    },
    {
      domain: 'recorder',
      info: async () => {
        const { engine, version, bytes, oldest } = await history.thread.call('samples.database', undefined);
        const local = await bytesOf(options.folder.path);
        return {
          oldest_recorder_run: date(oldest ?? startedAt),
          current_recorder_run: date(startedAt),
          estimated_db_size: `${((local + bytes) / MEBIBYTE).toFixed(2)} MiB`,
          database_engine: engine,
          database_version: version ?? { type: 'failed', error: 'unreachable' },
        };
      },
    },
  ];
}

function date(at: number): HealthValue {
  return { type: 'date', value: isoTime(at) };
}

function isInContainer(): boolean {
  return existsSync('/.dockerenv') || existsSync('/run/.containerenv');
}

/** A user without a name in the system has none. */
function userName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}

async function bytesOf(folder: string): Promise<number> {
  const sizes = FILES.map((file) =>
    stat(join(folder, file)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
