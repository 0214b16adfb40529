// From the command to the ready line, with its own data folder: the first start creates it, the others load
// it.
import { below } from '../aims.js';

const STARTS = 5;

export const startTime = {
  name: 'start until ready',
  unit: 'ms',
  better: 'less',
  sides: 'both',
  once: true,
  aim: below(600, 'ms'),
  needs: (server) => (server.start === undefined ? 'needs a server this run can start' : undefined),
  async measure(server) {
    const times = [];
    for (let n = 0; n < STARTS; n++) {
      const instance = await server.start();
      times.push(instance.ms);
      await instance.stop();
    }
    const [first] = times;
    times.sort((a, b) => a - b);
    return {
      value: times[Math.floor(STARTS / 2)],
      note: `median of ${STARTS}; best ${Math.round(times[0])}, first ${Math.round(first)} ms`,
    };
  },
};
