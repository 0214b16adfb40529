// The probe process: measures the owner's requests while another process attacks, until it is stopped.
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
