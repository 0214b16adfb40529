// Reports of an integration, and their delay until a page of the web app sees them.
import { createServer } from 'node:net';
import { percentiles } from '../measure.js';
import { openWebSocket } from './raw-websocket.js';

const SETTLE = 500;

/**
 * Sets up the integration `reporter` and lets it report `rate` values a second, `batch` of them in one turn, for
 * `seconds`. Returns what was seen per second, the delays in milliseconds, and `lost`.
 */
export async function integrationReports({ server, entities, rate, batch, seconds }) {
  let device;
  const listener = createServer((socket) => {
    device = socket.setNoDelay(true);
  });
  await new Promise((resolve) => listener.listen(0, '127.0.0.1', resolve));
  await setUp(server, { port: listener.address().port, entities });
  const sentAt = [];
  const delays = [];
  let seen = 0;
  const page = await openWebSocket(server, (bytes, start, end) => {
    for (const [, value] of bytes.toString('latin1', start, end).matchAll(/"s":"(\d+)"/g)) {
      const at = sentAt[Number(value)];
      if (at === undefined) continue;
      seen += 1;
      delays.push(performance.now() - at);
    }
  });
  page.send(JSON.stringify({ id: 1, type: 'subscribe_entities' }));
  await new Promise((resolve) => setTimeout(resolve, SETTLE));
  let sent = 0;
  const began = performance.now();
  const end = began + seconds * 1000;
  while (performance.now() < end) {
    const due = ((performance.now() - began) / 1000) * rate;
    while (sent + batch <= due) {
      const reports = [];
      for (let i = 0; i < batch; i += 1) {
        sent += 1;
        sentAt[sent] = performance.now();
        reports.push([sent % entities, sent]);
      }
      device.write(`${JSON.stringify(reports)}\n`);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const took = (performance.now() - began) / 1000;
  await new Promise((resolve) => setTimeout(resolve, SETTLE));
  page.close();
  device.destroy();
  listener.close();
  return { rate: sent / took, count: sent, ...percentiles(delays), lost: sent - seen };
}

/** Makes an entry of an integration by its flow, and waits until the device is connected. */
async function setUp({ url, token }, values) {
  const post = async (path, body) => {
    const response = await fetch(`${url}/api/config/config_entries/flow${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const { flow_id: id } = await post('', { handler: 'reporter' });
  const made = await post(`/${id}`, values);
  if (made.type !== 'create_entry') throw new Error(`The entry was not made: ${JSON.stringify(made)}`);
  await new Promise((resolve) => setTimeout(resolve, 3 * SETTLE));
}
