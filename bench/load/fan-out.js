// Writes over REST on one side, state_changed for many subscribers on the other, in one process and thus on
// one clock.
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, percentiles } from '../measure.js';
import { openHttp, requestBytes } from './http-connection.js';
import { openWebSocket } from './raw-websocket.js';

const ENTITY = 'sensor.bench_fan_';
const ENTITY_BYTES = Buffer.from(ENTITY);
const NEW_STATE = Buffer.from('"new_state":');
const SENT = Buffer.from('"sent":');
const WARM_UP = 0.3; // seconds before counting begins

/**
 * Counts what `subscribers` sockets receive for `seconds`. Without `rate`, each writer sends its next write
 * when the last one has been answered and has arrived at the writer's own witness, one of the subscribers;
 * with `rate`, that many writes per second are sent by the clock, and latency counts from the time a write
 * was due. With `ownIds`, each socket uses its own subscription ID, so that a server cannot send identical
 * bytes to all. The subscribers use the token of `listener` if given. All frames are counted, but only the
 * witnesses read them. Returns deliveries per second, their latency, and the CPU time for each.
 */
export async function fanOut(options) {
  const { server, listener = server, pid, subscribers, ownIds = false, writers, rate, seconds } = options;
  const counts = { frames: 0, seen: 0, ours: 0, errors: 0 };
  const latencies = [];
  let measuring = false;
  let writing = true;
  let written = 0;

  const lanes = Array.from({ length: writers }, (_, index) => ({
    index,
    witness: Math.floor(((index + 0.5) * subscribers) / writers),
    answered: true,
    arrived: true,
    due: [],
  }));
  const witnesses = new Set(lanes.map((lane) => lane.witness));
  for (const lane of lanes) lane.http = await openHttp(server);
  const sockets = [];
  for (let n = 0; n < subscribers; n++) sockets.push(await subscribe(n));

  if (rate === undefined) for (const lane of lanes) write(lane, performance.now());
  const pace = rate === undefined ? undefined : keepPace();
  await sleep(WARM_UP * 1000);
  const start = { ...counts, cpu: cpuSeconds(pid), at: performance.now() };
  measuring = true;
  await sleep(seconds * 1000);
  measuring = false;
  const end = { ...counts, cpu: cpuSeconds(pid), at: performance.now() };
  writing = false;
  clearInterval(pace);
  await settle();
  for (const socket of sockets) socket.close();
  for (const lane of lanes) lane.http.close();

  const seen = end.seen - start.seen;
  const share = seen === 0 ? 0 : (end.ours - start.ours) / seen; // the home's own events do not count
  const delivered = (end.frames - start.frames) * share;
  const missing = written * witnesses.size - counts.ours;
  return {
    count: delivered,
    rate: delivered / ((end.at - start.at) / 1000),
    errors: counts.errors + Math.max(0, missing),
    cpuEach: start.cpu === undefined ? undefined : ((end.cpu - start.cpu) / delivered) * 1e6,
    ...percentiles(latencies),
  };

  async function subscribe(n) {
    let ready;
    const subscribed = new Promise((resolve) => {
      ready = resolve;
    });
    const witness = witnesses.has(n);
    let started = false;
    const connection = await openWebSocket(listener, (bytes, from, to) => {
      if (!started) {
        started = true;
        if (!bytes.toString('utf8', from, to).includes('"success":true')) counts.errors += 1;
        return ready();
      }
      counts.frames += 1;
      if (witness) observe(n, bytes, from, to);
    });
    const id = ownIds ? n + 1 : 1;
    connection.send(JSON.stringify({ id, type: 'subscribe_events', event_type: 'state_changed' }));
    await subscribed;
    if (!witness) connection.skipPayloads();
    return connection;
  }

  function observe(n, bytes, from, to) {
    counts.seen += 1;
    const entity = bytes.indexOf(ENTITY_BYTES, from);
    if (entity < 0 || entity >= to) return;
    counts.ours += 1;
    const sent = bytes.indexOf(SENT, bytes.indexOf(NEW_STATE, from)) + SENT.length;
    if (measuring) latencies.push(performance.now() - Number.parseFloat(bytes.latin1Slice(sent, sent + 20)));
    const name = entity + ENTITY.length;
    const lane = lanes[Number.parseInt(bytes.latin1Slice(name, name + 3), 10)];
    if (lane.witness !== n) return;
    lane.arrived = true;
    next(lane);
  }

  function next(lane) {
    if (!writing || !lane.answered || (rate === undefined && !lane.arrived)) return;
    if (rate === undefined) write(lane, performance.now());
    else if (lane.due.length > 0) write(lane, lane.due.shift());
  }

  function write(lane, sent) {
    lane.answered = false;
    lane.arrived = false;
    written += 1;
    const body = JSON.stringify({
      state: String(written),
      attributes: {
        sent: Number(sent.toFixed(3)),
        unit_of_measurement: '°C',
        device_class: 'temperature',
        state_class: 'measurement',
        friendly_name: `Bench fan-out ${lane.index}`,
      },
    });
    const path = `/api/states/${ENTITY}${String(lane.index).padStart(3, '0')}`;
    lane.http.send(requestBytes(server, { method: 'POST', path, body }), (status) => {
      if (status !== 200 && status !== 201) counts.errors += 1;
      lane.answered = true;
      next(lane);
    });
  }

  function keepPace() {
    const began = performance.now();
    let planned = 0;
    return setInterval(() => {
      while (began + (planned * 1000) / rate <= performance.now()) {
        const lane = lanes[planned % lanes.length];
        lane.due.push(began + (planned * 1000) / rate);
        planned += 1;
        next(lane);
      }
    }, 1);
  }

  /** Waits until every write has arrived at every witness, at most two seconds; missing ones are errors. */
  async function settle() {
    for (let n = 0; n < 40 && counts.ours < written * witnesses.size; n++) await sleep(50);
  }
}
