// Single WebSocket commands, timed one after another; an untimed command before each prevents cached
// responses.
import { cpuNanoseconds, percentile, percentiles } from '../measure.js';
import { openWebSocket } from './raw-websocket.js';

const FAILURE = Buffer.from('"success":false');
const HEAD = 200; // room for the fields before a result, in any order

/**
 * `command` and `before` are messages without IDs in which `%n` is replaced by the round. Returns `{cpu, p50,
 * p99, size, errors}`; `cpu` is the server's median CPU time per command in ms.
 */
export async function commandTimes({ server, before, command, rounds }) {
  let arrived = () => {};
  const connection = await openWebSocket(server, (bytes, start, end) => {
    const refused = bytes.indexOf(FAILURE, start);
    arrived({ size: end - start, refused: refused >= 0 && refused < Math.min(end, start + HEAD) });
  });
  let id = 0;
  const ask = (text, round) => {
    id += 1;
    const message = `{"id":${id},${text.replaceAll('%n', String(round)).slice(1)}`;
    return new Promise((resolve) => {
      arrived = resolve;
      connection.send(message);
    });
  };
  const latencies = [];
  const costs = [];
  let errors = 0;
  let size = 0;
  for (let round = 0; round < rounds; round += 1) {
    if (before !== undefined && (await ask(before, round)).refused) errors += 1;
    const usedBefore = cpuNanoseconds(server.pid);
    const began = performance.now();
    const answer = await ask(command, round);
    latencies.push(performance.now() - began);
    costs.push((cpuNanoseconds(server.pid) - usedBefore) / 1e6);
    size = answer.size;
    if (answer.refused) errors += 1;
  }
  connection.close();
  return { errors, size, cpu: percentile(costs, 0.5), ...percentiles(latencies) };
}
