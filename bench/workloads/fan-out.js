// state_changed to many subscribers: eight writers over REST, each waiting for its write to arrive.
import { atLeastOfReference } from '../aims.js';
import { runJob } from '../load/run-job.js';

const WRITERS = 8;

/** The row for a number of subscribers, with the target share of the reference, if any. */
export function fanOutTo(subscribers, { share, ownIds = false } = {}) {
  return {
    name: `state_changed to ${subscribers} subscriber${subscribers === 1 ? '' : 's'}${ownIds ? ' with own ids' : ''}`,
    unit: '/s',
    better: 'more',
    sides: 'both',
    aim: share === undefined ? undefined : atLeastOfReference(share),
    async measure(server, run) {
      const { seconds } = run.options;
      const job = { server, pid: server.pid, subscribers, ownIds, writers: WRITERS, seconds };
      const { rate, ...rest } = await runJob('fanOut', job);
      return { value: rate, ...rest };
    },
  };
}
