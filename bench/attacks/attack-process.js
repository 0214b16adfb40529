// The attacker process: runs one attack, by name, until its time is up or it is killed.
import { getPriority, setPriority } from 'node:os';
import { newTally, pause } from './attacker-socket.js';
import { attacks } from './index.js';

// An attacker on another machine would not compete with the server for the processor.
setPriority(getPriority() + 5);

process.once('message', async ({ name, home, seconds }) => {
  const attack = attacks.find((one) => one.name === name);
  const prepared = await attack.prepare?.(home);
  process.send({ started: true });
  const tally = newTally();
  const until = performance.now() + seconds * 1000;
  await Promise.race([attack.run({ ...home, prepared }, { until, tally }), pause(seconds * 1000 + 200)]);
  const said = Object.entries(tally).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
  process.send({ note: said.join(', ') }, () => process.exit(0));
});
process.on('disconnect', () => process.exit(1));
