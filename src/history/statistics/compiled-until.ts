import type { StatisticsStore } from './statistics-store.ts';

/** Until when everything is compiled; undefined before the first run. */
export function compiledUntil({ connection }: StatisticsStore): number | undefined {
  const until = connection.value('SELECT until FROM compiled');
  return until === undefined ? undefined : Number(until);
}

/** Notes that everything up to a time is compiled. */
export function markCompiled(store: StatisticsStore, until: number): void {
  store.transaction(() => {
    store.connection.run({ sql: 'DELETE FROM compiled' });
    store.connection.run({ sql: 'INSERT INTO compiled (until) VALUES (?)', params: [until] });
  });
}
