import assert from 'node:assert';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { BrokerPersistence } from '../../../src/integrations/mqtt-broker/broker-persistence.ts';
import { RetainedMessages } from '../../../src/integrations/mqtt-broker/retained-messages.ts';

const ofTests = createRequire(import.meta.url);
/** The suite that aedes publishes for persistences, of the release it uses itself. It is written for the test runner of Node. */
const abstractSuite: (wish: object) => void = createRequire(ofTests.resolve('aedes'))(
  'aedes-persistence/abstract.js',
);

let ran = 0;

abstractSuite({
  test: (name: string, body: (t: object) => Promise<void>) =>
    test(name, async () => {
      let planned: number | undefined;
      let asserted = 0;
      const counted = new Proxy(assert, {
        get: (target, key: keyof typeof assert) => {
          const check = target[key] as (...values: unknown[]) => void;
          return (...values: unknown[]) => {
            asserted += 1;
            check(...values);
          };
        },
      });
      const plan = (count: number): void => {
        planned = count;
      };
      await body({ assert: counted, plan, diagnostic: () => {} });
      if (planned !== undefined) expect(asserted).toBe(planned);
      ran += 1;
    }),
  persistence: () => new BrokerPersistence({ retained: new RetainedMessages(), isComplete: true }),
  buildEmitter: () => ({ emit: () => {}, on: () => {}, removeListener: () => {} }),
  testAsync: true,
});

test('the suite has run', () => expect(ran).toBeGreaterThan(40));
