// The process of the owner's probe: it measures while the process beside it attacks, until it is told to stop.
import { ownerProbe } from './owner-probe.js';

process.once('message', (options) => {
  const stop = ownerProbe(options, (message) => process.send(message));
  process.once('message', () => {
    stop();
    process.disconnect();
    setTimeout(() => process.exit(0), 200);
  });
});
process.on('disconnect', () => setTimeout(() => process.exit(0), 300));
