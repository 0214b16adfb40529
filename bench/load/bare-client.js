// The minimal processing of messages: a bare MQTT.js client that parses each as JSON and reports how many
// arrived and how late.
import { connect } from 'mqtt';

const [url, filter] = process.argv.slice(2);
const client = connect(url);
let fresh = 0;
let delays = [];
client.on('message', (_topic, payload) => {
  const { at } = JSON.parse(payload.toString());
  if (fresh === 0) setImmediate(tell);
  fresh += 1;
  delays.push(performance.timeOrigin + performance.now() - at);
});
client.on('connect', async () => {
  await client.subscribeAsync(filter);
  process.send({ ready: true });
});
process.on('disconnect', () => process.exit(0));

function tell() {
  process.send({ count: fresh, delays });
  fresh = 0;
  delays = [];
}
