import { connect } from 'node:net';
import { integration, z } from 'hearth-integration';

/** Entities whose values a load sends over TCP: each line is one turn, a list of [entity, value]. */
export default integration({
  config: z.object({ port: z.number().int(), entities: z.number().int() }),
  connect: ({ port }) => ({ uniqueId: String(port), title: 'Reporter' }),
  setup(entry) {
    const { port, entities } = entry.data;
    const sensors = Array.from({ length: entities }, (_, i) =>
      entry.sensor({ uniqueId: String(i), name: `Reporter ${i}`, unit: 'W', values: { value: 0 } }),
    );
    if (port === 0) return;
    if (port === -1) {
      setTimeout(() => {
        for (;;);
      }, 500);
      return;
    }
    entry.connection(
      ({ signal, up }) =>
        new Promise((resolve, reject) => {
          const socket = connect(port, '127.0.0.1', up).setEncoding('latin1').setNoDelay(true);
          let pending = '';
          socket.on('data', (text) => {
            const lines = (pending + text).split('\n');
            pending = lines.pop();
            for (const line of lines) for (const [i, value] of JSON.parse(line)) sensors[i].report({ value });
          });
          socket.on('error', reject).on('close', resolve);
          signal.addEventListener('abort', () => socket.destroy());
        }),
    );
  },
});
