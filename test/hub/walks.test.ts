import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { SteppedClock } from '../support/stepped-clock.ts';
import { testData } from '../support/test-data.ts';

/** The calls of one domain on the demo home, in order. */
interface Walk {
  /** Services that no step calls. */
  readonly without?: readonly string[];
  readonly steps: readonly Step[];
}

/** A call and its expected result. */
interface Step {
  /** The service without its domain. */
  readonly call: string;
  /** The object ID in the domain under test. */
  readonly on: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** The state reached, immediately or after a while. */
  readonly state?: string;
  /** A regular expression for the state, instead of `state`. */
  readonly state_pattern?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** The service's response for the entity. */
  readonly response?: object;
  /** The status if not 200; the state must not change then. */
  readonly status?: number;
}

interface Shown {
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const walks = testData(import.meta.filename)<Record<string, Walk>>('domains');
/** Devices need some time; those of the demo home finish within this, on a clock that is advanced at once. */
const PATIENCE = 20_000;
const TICK = 50;

const clock = new SteppedClock();
let home: TestHub;
beforeAll(async () => {
  home = await startTestHub({ demo: true }, undefined, clock);
});
afterAll(() => home.stop());

async function shown(id: string): Promise<Shown> {
  const { json } = await home.rest('GET', `/api/states/${id}`);
  return { state: json.state, attributes: json.attributes };
}

async function take(domain: string, step: Step): Promise<void> {
  const id = `${domain}.${step.on}`;
  const before = await shown(id);
  const query = step.response === undefined ? '' : '?return_response';
  const body = { entity_id: id, ...step.data };
  const { status, json } = await home.rest('POST', `/api/services/${domain}/${step.call}${query}`, body);
  expect({ status, message: json.message }).toMatchObject({ status: step.status ?? 200 });
  if (step.status !== undefined) expect(await shown(id)).toEqual(before);
  if (step.response !== undefined) expect(json.service_response[id]).toMatchObject(step.response);
  let after = await shown(id);
  for (let passed = 0; !reached(after, step) && passed < PATIENCE; passed += TICK) {
    await clock.sleep(TICK);
    after = await shown(id);
  }
  expect(after).toSatisfy((now: Shown) => reached(now, step));
}

function reached(now: Shown, { state, state_pattern, attributes }: Step): boolean {
  if (state !== undefined && now.state !== state) return false;
  if (state_pattern !== undefined && !new RegExp(state_pattern).test(now.state)) return false;
  return Object.entries(attributes ?? {}).every(
    ([name, value]) => JSON.stringify(now.attributes[name]) === JSON.stringify(value),
  );
}

describe.each(Object.entries(walks))('the services of %s', (domain, { steps, without = [] }) => {
  for (const step of steps) {
    const title = [step.call, step.on, step.data && JSON.stringify(step.data)].filter(Boolean).join(' ');
    it(title, () => take(domain, step));
  }

  it('are all called', async () => {
    const { json } = await home.rest('GET', '/api/services');
    const called = new Set([...steps.map(({ call }) => call), ...without]);
    expect(Object.keys(json[domain]).filter((service) => !called.has(service))).toEqual([]);
  });
});
