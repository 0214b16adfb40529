import { z } from 'zod';
import type { LevelPersistence } from '../api/ws/commands/logs.ts';
import type { Bus } from '../core/bus.ts';
import type { Clock } from '../core/clock.ts';
import { newContext } from '../core/context.ts';
import { ignoreLogged } from '../core/ignore-logged.ts';
import type { LogLevel, LogLevels } from '../core/log-levels.ts';
import type { Collection } from '../storage/documents.ts';

/** A level of the log that outlasts the next restart, or all. */
export const SavedLevel = z.object({
  level: z.enum(['debug', 'info', 'warn', 'error']),
  persistence: z.enum(['once', 'permanent']),
});
export type SavedLevel = z.infer<typeof SavedLevel>;

/** The most parts with a level of their own. */
const MAX_PARTS = 1000;

/** The levels of the log that administrators choose for single parts, some of them kept over restarts. */
export class ChosenLogLevels {
  private readonly levels: LogLevels;
  private readonly store: Collection<SavedLevel>;
  private readonly onChange: () => void;

  constructor(
    levels: LogLevels,
    store: Collection<SavedLevel>,
    { bus, clock }: { readonly bus: Bus; readonly clock: Clock },
  ) {
    this.levels = levels;
    this.store = store;
    this.onChange = () => {
      const at = clock.now();
      bus.fire('logging_changed', {}, at, newContext(at));
    };
    for (const [name, { level, persistence }] of [...store.entries]) {
      levels.set(name, level);
      if (persistence === 'once') store.delete(name).catch(ignoreLogged);
    }
  }

  /** Changes the level of a part; undefined restores the general one. Resolves when it is durable. */
  async set(name: string, level: LogLevel | undefined, persistence: LevelPersistence): Promise<void> {
    this.levels.set(name, level);
    this.onChange();
    if (level === undefined || persistence === 'none') {
      if (this.store.entries.has(name)) await this.store.delete(name);
    } else if (this.store.entries.has(name) || this.store.entries.size < MAX_PARTS)
      await this.store.put(name, { level, persistence });
  }

  /** Changes the general level until the restart. */
  setStandard(level: LogLevel): void {
    this.levels.setStandard(level);
    this.onChange();
  }
}
