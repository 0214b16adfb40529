// The cost of automations, in their own process: ten automations on ten entities, and 5,000 on 5,000.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { below } from '../aims.js';

const SCRIPT = fileURLToPath(new URL('../automations.js', import.meta.url));
const LONGEST = 180_000;

let measured;

/** The figures of `automations.js`, measured once per run: its three rows come from one process. */
function figures() {
  measured ??= promisify(execFile)(process.execPath, [SCRIPT, '--json'], { timeout: LONGEST }).then(
    ({ stdout }) => JSON.parse(stdout),
  );
  return measured;
}

/** A row that only needs the build: `part` is the start of its name in `automations.js`. */
function row(name, unit, { part, limit, note }) {
  return {
    ...{ name, unit, better: 'less', sides: 'server', once: true, aim: below(limit, unit) },
    needs: (server) => (server.start === undefined ? 'measures the build of this checkout' : undefined),
    async measure() {
      const rows = await figures();
      const found = rows.find((one) => one.row.startsWith(part));
      if (found === undefined) throw new Error(`automations.js has no row ${part}`);
      const said = rows.filter((one) => note !== undefined && one.row.startsWith(note));
      const text = said.map((one) => `${one.row.replace('… ', '')} ${one.value.toFixed(0)}`).join(', ');
      return { value: found.value, ...(text === '' ? {} : { note: text }) };
    },
  };
}

export const automationLoad = row('load of 5,000 automations', 'ms', { part: 'load of', limit: 2000 });

export const automationMatch = row('a change that concerns one automation, 5,000 beside 10', 'x', {
  part: 'a change among',
  limit: 2,
});

export const automationLatency = row('p99 from event to service, of a bare listener’s', 'x', {
  part: 'change to service',
  limit: 10,
  note: '…',
});
