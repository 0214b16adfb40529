import { integration, z } from 'hearth-integration';

async function ask(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
  return response.json();
}

export default integration({
  config: z.object({
    host: z.string(),
    port: z.number().int().min(1).max(65535).default(80),
  }),

  async connect({ host, port }) {
    const { mac, name } = await ask(`http://${host}:${port}/info`);
    return { uniqueId: mac, title: name };
  },

  setup(entry) {
    const base = `http://${entry.data.host}:${entry.data.port}`;
    const plug = entry.device({ identifiers: [entry.uniqueId], name: entry.title, manufacturer: 'Example' });
    const relay = plug.switch({
      uniqueId: `${entry.uniqueId}_relay`,
      deviceClass: 'outlet',
      turnOn: () => ask(`${base}/on`),
      turnOff: () => ask(`${base}/off`),
    });
    entry.poll(10_000, async () => relay.report({ on: (await ask(`${base}/state`)).on }));
  },
});
