import type { Clock } from '../../core/clock.ts';
import type { Run } from './run.ts';

/** How long the house waits for what its end sets off, in milliseconds. */
const PATIENCE = 20_000;

/** Says that the house is about to stop, and waits for the runs that this begins, but not for ever. Runs that were at work before are not waited for. */
export async function lastRuns(
  running: ReadonlyMap<string, Pick<Run, 'whenOver'>>,
  clock: Clock,
  say: () => void,
): Promise<void> {
  const before = new Set(running.values());
  say();
  const begun = [...running.values()].filter((run) => !before.has(run));
  if (begun.length === 0) return;
  await new Promise<void>((done) => {
    const cancel = clock.after(PATIENCE, done);
    Promise.all(begun.map((run) => run.whenOver())).then(() => {
      cancel();
      done();
    });
  });
}
