// The same WebSocket command over and over, each as soon as the previous one is answered.
import { maskedFrame } from '../load/frame-reader.js';
import { openAttacker, pause } from './attacker-socket.js';

const SOCKETS = 2; // so that the server always has the next one

/**
 * An attack with alternating commands, on a new connection if the server closed the old one; `commands(home)`
 * returns them without IDs.
 */
export function repeated(name, commands, { who = 'guest', sockets = SOCKETS } = {}) {
  return {
    name: `attack: ${name}`,
    prepare: (home) => [commands(home)].flat().map((command) => JSON.stringify(command).slice(1)),
    run: ({ url, tokens, prepared }, span) => {
      const caller = { url, token: tokens[who] };
      let turn = 0;
      const next = () => prepared[turn++ % prepared.length];
      return Promise.all(Array.from({ length: sockets }, () => repeat(caller, next, span)));
    },
  };
}

async function repeat(caller, next, { until, tally }) {
  while (performance.now() < until) {
    const socket = await openAttacker(caller).catch(() => undefined);
    if (socket === undefined) {
      tally.refused += 1;
      await pause(100);
      continue;
    }
    for (let id = 1; performance.now() < until && socket.isOpen; id += 1) {
      await socket.write(maskedFrame(`{"id":${id},${next()}`));
      tally.sent += 1;
      await Promise.race([socket.answered(id), pause(until - performance.now())]);
      await pause(1);
    }
    if (!socket.isOpen) tally.ended += 1;
    tally.answers += socket.answers;
    socket.destroy();
    await pause(20);
  }
}
