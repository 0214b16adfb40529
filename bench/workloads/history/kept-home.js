// The year that rows of history share: written once per run, served by a hub of its own.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { startHome } from '../../servers.js';

const SEED = 19;
const HOUR = 3_600_000;

let written;
let served;

/** The written year: `{folder, days, end, samples, numeric, bytes}`. */
export function writtenYear(run) {
  written ??= write(run);
  return written;
}

/** The year, served by a hub: `{server, year}`. It is stopped at the end of the run. */
export function servedYear(run) {
  served ??= writtenYear(run).then(async (year) => {
    const server = await startHome(year.folder, {});
    run.atEnd(() => server.stop());
    await addEntities(server, year.last);
    return { server, year };
  });
  return served;
}

/** What the rows of a year are called: the quick run keeps a month. */
export const isoTime = (time) => new Date(time).toISOString();

/** Entities without a state would count as removed, whose sensors the logbook tells from others only by reading them. */
export async function addEntities({ url, token }, last) {
  for (const { entityId, state, attributes } of last) {
    const response = await fetch(`${url}/api/states/${entityId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ state, attributes: JSON.parse(attributes) }),
    });
    if (!response.ok) throw new Error(`${entityId}: ${response.status}`);
  }
}

async function write({ folder, options }) {
  const { writeYear } = await import('../../history/kept-year.js');
  const days = options.quick ? 30 : 365;
  const end = Math.floor(Date.now() / HOUR) * HOUR;
  const own = join(folder, 'history of a year');
  const counts = await writeYear(own, { seed: SEED, days, end });
  const bytes = sizeOf(own, 'history.db') + sizeOf(own, 'statistics.db');
  return { folder: own, days, end, ...counts, bytes };
}

function sizeOf(folder, file) {
  return statSync(join(folder, file)).size;
}
