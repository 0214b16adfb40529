import type { Clock, Undo } from '../../core/clock.ts';
import { IntegrationProcess, type ProcessEnd, type ProcessParts } from './integration-process.ts';
import type { EntryData, FromIntegration } from './protocol.ts';

type Ready = Extract<FromIntegration, { type: 'ready' }>;

/** A process that has set up all entries beside the one that runs. */
export interface Prepared {
  readonly process: IntegrationProcess;
  readonly ready: Ready;
  /** What it sent meanwhile. */
  readonly staged: readonly FromIntegration[];
  /** Passes on what it sends from now on. */
  forward(to: { received(message: FromIntegration): void; ended(end: ProcessEnd): void }): void;
}

const WITHIN = 30_000;
const MAX_STAGED = 50_000;

/**
 * Starts a process beside the one that runs and lets it set up the same entries. Throws with the reason if one of them
 * fails, if the process ends, or after 30 seconds: the process is gone then, and the former one was not disturbed.
 */
export async function prepareTakeover(parts: ProcessParts, entries: readonly EntryData[]): Promise<Prepared> {
  const staged: FromIntegration[] = [];
  const waiting = new Set(entries.map(({ entryId }) => entryId));
  let sink: Parameters<Prepared['forward']>[0] | undefined;
  let settle: { done(): void; fail(reason: string): void } = { done: () => {}, fail: () => {} };
  const done = new Promise<void>((resolve, reject) => {
    settle = { done: resolve, fail: (reason) => reject(new Error(reason)) };
  });
  done.catch(() => {});
  const process: IntegrationProcess = new IntegrationProcess(parts, {
    received: (message) => {
      if (sink !== undefined) sink.received(message);
      else take(message);
    },
    ended: (end) => {
      if (sink !== undefined) sink.ended(end);
      else settle.fail(end.reason);
    },
  });
  const take = (message: FromIntegration): void => {
    switch (message.type) {
      case 'call':
        // What a device says to both processes is carried out once.
        process.send({ type: 'called', id: message.id, error: 'The integration is being updated' });
        return;
      case 'event':
        return;
      case 'retry':
      case 'failed':
      case 'auth_failed':
        settle.fail(message.reason);
        return;
      case 'loaded':
        waiting.delete(message.entryId);
        break;
      default:
    }
    staged.push(message);
    if (staged.length > MAX_STAGED) settle.fail(`sent more than ${MAX_STAGED} messages before it was ready`);
    if (waiting.size === 0) settle.done();
  };
  const cancel = failAfter(parts.clock, settle.fail);
  try {
    const ready = await process.ready;
    for (const entry of entries) process.send({ type: 'setup', entry });
    if (waiting.size === 0) settle.done();
    await done;
    return {
      ...{ process, ready, staged },
      forward: (to) => {
        sink = to;
      },
    };
  } catch (error) {
    process.end('could not take over');
    throw error;
  } finally {
    cancel();
  }
}

function failAfter(clock: Clock, fail: (reason: string) => void): Undo {
  return clock.after(WITHIN, () => fail('did not set up its entries within 30 seconds'));
}
