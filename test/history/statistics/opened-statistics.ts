import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredMetadata } from '../../../src/history/statistics/series-list.ts';
import { NO_VALUES, type StatisticRow } from '../../../src/history/statistics/statistic.ts';
import { type LostRows, StatisticsStore } from '../../../src/history/statistics/statistics-store.ts';
import { statisticsMigrations } from '../../../src/storage/migrations/statistics.ts';
import { openConnection } from '../../../src/storage/open-connection.ts';
import type { SqliteConnection } from '../../../src/storage/sqlite.ts';
import { tempFolder } from '../../support/temp-folder.ts';

export const HOUR = 3_600_000;
export const FIVE_MINUTES = 300_000;

export const ENERGY: StoredMetadata = {
  source: 'recorder',
  name: null,
  unit: 'kWh',
  unitClass: 'energy',
  meanType: 0,
  hasSum: true,
};

export const TEMPERATURE: StoredMetadata = {
  source: 'recorder',
  name: null,
  unit: '°C',
  unitClass: 'temperature',
  meanType: 1,
  hasSum: false,
};

/** A row with some values. */
export function rowAt(start: number, values: Partial<StatisticRow>): StatisticRow {
  return { ...NO_VALUES, ...values, start };
}

/** A statistics store in a folder of its own. */
export class OpenedStatistics {
  readonly folder = tempFolder();
  readonly lost: LostRows[] = [];
  connection: SqliteConnection;
  store: StatisticsStore;
  private copies = 0;

  constructor() {
    [this.connection, this.store] = this.open();
  }

  get file(): string {
    return join(this.folder, `statistics-${this.copies}.db`);
  }

  /** Opens what the disk holds. The driver releases a file late, so the test opens a copy. */
  reopen(between: (file: string) => void = () => {}): StatisticsStore {
    this.connection.close();
    const from = this.file;
    this.copies += 1;
    for (const suffix of ['', '-wal'])
      if (existsSync(from + suffix)) copyFileSync(from + suffix, this.file + suffix);
    between(this.file);
    [this.connection, this.store] = this.open();
    return this.store;
  }

  private open(): [SqliteConnection, StatisticsStore] {
    const { connection } = openConnection({
      file: this.file,
      migrations: statisticsMigrations,
      backup: { folder: this.folder, stamp: 'test' },
      lockWait: 0,
      releasesSpace: true,
    });
    const onDamage = (lost: LostRows): void => {
      this.lost.push(lost);
    };
    return [connection, new StatisticsStore({ connection, pause: async () => {}, onDamage })];
  }
}
