// Service calls over WebSocket: 8 sockets with 8 commands in flight each.
import { atLeastOfReference } from '../aims.js';
import { runJob } from '../load/run-job.js';
import { withCpu } from '../measure.js';
import { findLight, lightCommands } from './entities.js';

export const websocketCall = {
  name: 'WebSocket call a service',
  unit: '/s',
  better: 'more',
  sides: 'both',
  aim: atLeastOfReference(0.5),
  async measure(server, run) {
    const light = await findLight(server, run.options.light);
    const commands = lightCommands(light);
    const { seconds } = run.options;
    const job = { server, commands, sockets: 8, inFlight: 8, seconds };
    const { rate, ...rest } = await withCpu(server, () => runJob('websocketCalls', job));
    return { value: rate, ...rest };
  },
};
