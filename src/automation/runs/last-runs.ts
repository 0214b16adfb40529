import type { Clock } from '../../core/clock.ts';
import type { Run } from './run.ts';

/** How long the shutdown waits for the runs it triggers, in milliseconds. */
const TIMEOUT_MS = 20_000;

/**
 * Announces the shutdown and waits for the runs it triggers, up to a limit. Runs that were active before are
 * not waited for.
 */
export async function lastRuns(
  running: ReadonlyMap<string, Pick<Run, 'whenOver'>>,
  clock: Clock,
  say: () => void,
): Promise<void> {
  const before = new Set(running.values());
  say();
  const started = [...running.values()].filter((run) => !before.has(run));
  if (started.length === 0) return;
  await new Promise<void>((done) => {
    const cancel = clock.after(TIMEOUT_MS, done);
    Promise.all(started.map((run) => run.whenOver())).then(() => {
      cancel();
      done();
    });
  });
}
