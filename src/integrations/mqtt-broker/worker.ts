import { parentPort, workerData } from 'node:worker_threads';
import { every, SystemClock } from '../../core/clock.ts';
import { HostedBroker } from './hosted-broker.ts';
import { listen } from './listener.ts';
import type { BrokerSetup, FromBroker, ToBroker } from './messages.ts';

const SWEEP_EVERY = 10_000;
/** How long the last messages at shutdown, its last will among them, may take to reach subscribers. */
const CLOSE_GRACE_MS = 100;

/** The broker's thread: loads the retained messages, then listens. */
async function serve(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('The broker runs as a worker thread only');
  const notify = (message: FromBroker): void => port.postMessage(message);
  const setup = workerData as BrokerSetup;
  const clock = new SystemClock();
  const broker = await HostedBroker.open(setup, clock, notify);
  const server = listen(setup, clock, (connection) => broker.accept(connection));
  server.on('error', (error) => notify({ kind: 'failed', message: error.message }));
  const sendFigures = (): void => notify({ kind: 'figures', figures: broker.figures() });
  server.on('listening', () => {
    sendFigures();
    const address = server.address();
    notify({ kind: 'listening', port: typeof address === 'object' && address !== null ? address.port : 0 });
  });
  every(clock, SWEEP_EVERY, () => {
    broker.sweep();
    sendFigures();
  });
  const close = async (): Promise<void> => {
    server.close();
    await broker.close();
    port.close();
  };
  port.on('message', (message: ToBroker) => {
    switch (message.kind) {
      case 'retained':
        for (const one of message.messages)
          broker.retained.put({ ...one, payload: Buffer.from(one.payload) });
        if (message.isLast) server.listen(setup.port, setup.host);
        break;
      case 'decision':
        broker.admission.judge(message.id, message.decision);
        break;
      case 'stored':
        broker.stored(message.upTo);
        break;
      case 'cut':
        broker.cut(message.username);
        break;
      case 'clients':
        sendFigures();
        notify({ kind: 'clients', id: message.id, clients: broker.listClients() });
        break;
      default:
        clock.after(CLOSE_GRACE_MS, () => close().catch(() => port.close()));
    }
  });
}

await serve();
