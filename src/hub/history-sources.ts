import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { reasonOf } from '../core/errors.ts';
import type { Part } from '../core/lifecycle.ts';
import type { Log } from '../core/log.ts';
import { type MessageKey, type MessageParameters, messageText } from '../core/messages.ts';
import type { Notifications } from '../helpers/notifications.ts';
import type { HistoryThread } from '../history/thread/history-thread.ts';
import type { TakenPart } from '../history/thread/recorder-tasks.ts';
import type { Collection } from '../storage/documents.ts';

/** A database of Home Assistant's recorder that an import has copied into the data folder. */
export const HistorySource = z.object({ file: z.string().regex(/^history-source-[\da-f]+\.db$/) });
export type HistorySource = z.infer<typeof HistorySource>;

/** What came of it. */
export const TakenSource = z.object({ states: z.number(), statistics: z.number(), problems: z.number() });
export type TakenSource = z.infer<typeof TakenSource>;

/** All databases that were copied, and those that were imported. */
export interface StoredSources {
  readonly sources: Collection<HistorySource>;
  readonly taken: Collection<TakenSource>;
}

interface HistorySourcesParts extends StoredSources {
  readonly folder: string;
  readonly thread: HistoryThread;
  readonly notifications: Notifications;
  /** Since when five-minute statistics are kept, in milliseconds since 1970. */
  readonly shortFrom: () => number;
  readonly clock: Clock;
  readonly log: Log;
}

/** What is read between two reports of the progress. */
const ENTITIES_AT_A_TIME = 25;
const STATISTICS_AT_A_TIME = 10;
const RETRY_INTERVAL = 60_000;
const NOTIFICATION = 'history_source';
const MAX_LOGGED = 20;

/**
 * Imports the history of Home Assistant in the background, while the server runs. An interruption costs nothing: the next
 * start repeats what is not complete, and what is there already is not added again.
 */
export class HistorySources implements Part {
  readonly name = 'imported history';
  private readonly parts: HistorySourcesParts;
  private working: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(parts: HistorySourcesParts) {
    this.parts = parts;
  }

  start(): void {
    this.working = this.takeAll();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.working;
  }

  private async takeAll(): Promise<void> {
    const { sources, taken, log, clock } = this.parts;
    for (const [id, { file }] of sources.entries) {
      if (taken.entries.has(id) || this.isStopped) continue;
      try {
        await this.take(id, file);
      } catch (error) {
        log.error('The history of Home Assistant could not be imported yet', { file, error });
        this.tell('history_source_failed', { reason: reasonOf(error) });
        clock.after(RETRY_INTERVAL, () => {
          if (!this.isStopped) this.start();
        });
        return;
      }
    }
  }

  private async take(id: string, name: string): Promise<void> {
    const { folder, thread, taken, log, shortFrom, clock } = this.parts;
    const file = join(folder, name);
    const { entityIds, statisticIds } = await thread.call('recorder.list', { file });
    const steps: (readonly [kind: 'states' | 'statistics', run: () => Promise<TakenPart>])[] = [
      // Energy and other long plots need these first.
      ...groups(statisticIds, STATISTICS_AT_A_TIME).map((ids) => {
        const run = () => thread.call('recorder.takeStatistics', { file, ids, now: clock.now() });
        return ['statistics', run] as const;
      }),
      ...groups(entityIds, ENTITIES_AT_A_TIME).map((ids) => {
        const run = () => thread.call('recorder.takeStates', { file, ids, shortFrom: shortFrom() });
        return ['states', run] as const;
      }),
    ];
    const sum = { states: 0, statistics: 0, problems: 0 };
    for (const [index, [kind, run]] of steps.entries()) {
      if (this.isStopped) return;
      this.tell('history_source_progress', { percent: Math.floor((100 * index) / steps.length) });
      const { added, problems } = await run();
      sum[kind] += added;
      sum.problems += problems.length;
      for (const problem of problems.slice(0, MAX_LOGGED))
        log.warn('A part of the history of Home Assistant could not be imported', { ...problem });
    }
    await thread.call('recorder.close', undefined);
    await taken.put(id, sum);
    for (const ending of ['', '-wal', '-shm']) await rm(file + ending, { force: true });
    log.info('The history of Home Assistant was imported', sum);
    this.tell('history_source_done', sum);
  }

  private tell(key: MessageKey, parameters: MessageParameters): void {
    this.parts.notifications.create(messageText(key, parameters), { id: NOTIFICATION });
  }
}

function groups(ids: readonly string[], size: number): string[][] {
  const found: string[][] = [];
  for (let at = 0; at < ids.length; at += size) found.push(ids.slice(at, at + size));
  return found;
}
