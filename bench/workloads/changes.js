// What recording a change costs, as part of a registry update on disk, and the time of an undo.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { atMost } from '../aims.js';
import { openWebSocket } from '../load/raw-websocket.js';
import { percentile, percentiles } from '../measure.js';
import { startHome } from '../servers.js';

const UPDATES = 600;
const HOME = { devices: 200, areas: 20 };
const UNDONE = 50;

const common = {
  ...{ better: 'less', sides: 'server', once: true },
  needs: (server) => (server.start === undefined ? 'needs a server this run can start' : undefined),
};

const recording = {
  ...common,
  name: 'recording a change, of a registry update on disk',
  unit: '%',
  aim: atMost(5, '%'),
  async measure(_server, run) {
    const { timeRecording } = await import('../record-changes.js');
    const folder = join(run.folder, 'recording');
    await mkdir(folder);
    const { plain, recorded } = await timeRecording(folder, UPDATES);
    const note = `${plain.toFixed(0)} and ${recorded.toFixed(0)} µs`;
    return { value: (recorded / plain - 1) * 100, errors: 0, note };
  },
};

const undoing = {
  ...common,
  name: 'one undo of a registry update',
  unit: 'ms',
  aim: atMost(50, 'ms'),
  async measure(_server, run) {
    const { rememberHome } = await import('../registry-home.js');
    const folder = join(run.folder, 'undoing');
    await mkdir(folder);
    await rememberHome(folder, HOME);
    const server = await startHome(folder, {});
    try {
      const times = await timeUndo(server);
      return { value: percentile(times, 0.5), ...percentiles(times), errors: 0 };
    } finally {
      await server.stop();
    }
  },
};

/** The times of undoing renamed entities one after another, in milliseconds. */
async function timeUndo(server) {
  let arrived = () => {};
  const connection = await openWebSocket(server, (bytes, start, end) => {
    arrived(JSON.parse(bytes.toString('utf8', start, end)));
  });
  let id = 0;
  const ask = async (message) => {
    id += 1;
    const answer = new Promise((resolve) => {
      arrived = resolve;
    });
    connection.send(JSON.stringify({ id, ...message }));
    const { success, result, error } = await answer;
    if (success !== true) throw new Error(`${message.type} was refused: ${error.message}`);
    return result;
  };
  const times = [];
  for (let round = 0; round < UNDONE; round += 1) {
    const entity_id = `sensor.bench_${round}_power`;
    await ask({ type: 'config/entity_registry/update', entity_id, name: `Power ${round}` });
    const [change] = await ask({ type: 'hearth/changes/list', limit: 1 });
    const began = performance.now();
    await ask({ type: 'hearth/changes/undo', change_id: change.id });
    times.push(performance.now() - began);
  }
  connection.close();
  return times;
}

/** The rows of changes and undo. */
export const changeRows = [recording, undoing];
