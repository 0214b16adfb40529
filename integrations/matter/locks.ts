import { hasFeature, numberIn } from './endpoint.ts';
import { type PartMaker, part } from './part.ts';

const CLUSTER = 'doorLock';
const STATES = { 0: null, 1: 'locked', 2: 'unlocked', 3: 'open' } as const;

/** The lock of an endpoint. */
export const locks: PartMaker = (endpoint) => {
  const now = endpoint.state(CLUSTER);
  if (now?.lockState === undefined) return [];
  const run = (command: string, { code }: Readonly<Record<string, unknown>>): Promise<unknown> =>
    endpoint.invoke(CLUSTER, command, typeof code === 'string' ? { pinCode: Buffer.from(code) } : {});
  const hasLatch = hasFeature(now, 'unbolting');
  return [
    part({
      ...{ domain: 'lock', key: 'MatterLock-257-0' },
      options: {
        features: hasLatch ? ['open'] : [],
        ...(now.requirePinForRemoteOperation === true
          ? { capabilities: { code_format: codeFormat(now) } }
          : {}),
        lock: (fields) => run('lockDoor', fields),
        // A lock with a latch would pull it.
        unlock: (fields) => run(hasLatch ? 'unboltDoor' : 'unlockDoor', fields),
        open: (fields) => run('unlockDoor', fields),
      },
      read: () => {
        const state = numberIn(endpoint.state(CLUSTER), 'lockState');
        return { state: state === null ? null : (STATES[state as keyof typeof STATES] ?? null) };
      },
    }),
  ];
};

function codeFormat(now: Readonly<Record<string, unknown>>): string {
  const [least, most] = [numberIn(now, 'minPinCodeLength') ?? 1, numberIn(now, 'maxPinCodeLength') ?? 20];
  return `^\\d{${least},${most}}$`;
}
