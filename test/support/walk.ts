import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestHub, type TestHub } from './start-hub.ts';
import { SteppedClock } from './stepped-clock.ts';

/** A call of a walk through a domain, and its expected result. */
export interface Step {
  /** The service without its domain. */
  readonly call: string;
  /** The entity ID, or the object ID in the domain under test. */
  readonly on?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** The state reached, immediately or after a while. */
  readonly state?: string | RegExp;
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** The service's response for the entity. */
  readonly response?: unknown;
  /** The status if not 200; the state must not change then. */
  readonly status?: number;
}

interface Shown {
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Devices need some time; those of the demo home finish within this, on a clock that is advanced at once. */
const PATIENCE = 20_000;
const TICK = 50;

/**
 * Calls all services of a domain over REST on the demo home. With HEARTH_WALK=1, prints each state before and
 * after. A service of the domain that no step calls fails the walk.
 */
export function walk(
  domain: string,
  steps: readonly Step[],
  more: { readonly without?: readonly string[] } = {},
): void {
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

  function print(label: string, id: string, { state, attributes }: Shown): void {
    if (process.env.HEARTH_WALK === '1') console.log(`${label} ${id} ${state} ${JSON.stringify(attributes)}`);
  }

  async function take(step: Step): Promise<void> {
    const id = step.on?.includes('.') === true ? step.on : `${domain}.${step.on ?? ''}`;
    const before = await shown(id);
    print(`${domain}.${step.call} before`, id, before);
    const query = step.response === undefined ? '' : '?return_response';
    const body = { entity_id: id, ...step.data };
    const { status, json } = await home.rest('POST', `/api/services/${domain}/${step.call}${query}`, body);
    expect({ status, message: json.message }).toMatchObject({ status: step.status ?? 200 });
    if (step.status !== undefined) expect(await shown(id)).toEqual(before);
    if (step.response !== undefined) expect(json.service_response[id]).toMatchObject(step.response as object);
    let after = await shown(id);
    for (let passed = 0; !reached(after, step) && passed < PATIENCE; passed += TICK) {
      await clock.sleep(TICK);
      after = await shown(id);
    }
    expect(after).toSatisfy((now: Shown) => reached(now, step));
    print(`${domain}.${step.call} after `, id, after);
  }

  describe(`a walk through ${domain}`, () => {
    for (const step of steps) {
      const title = [step.call, step.on, step.data && JSON.stringify(step.data)].filter(Boolean).join(' ');
      it(title, () => take(step));
    }

    it('calls every service there is', async () => {
      const { json } = await home.rest('GET', '/api/services');
      const called = new Set([...steps.map(({ call }) => call), ...(more.without ?? [])]);
      expect(Object.keys(json[domain]).filter((service) => !called.has(service))).toEqual([]);
    });
  });
}

function reached(now: Shown, { state, attributes }: Step): boolean {
  if (typeof state === 'string' && now.state !== state) return false;
  if (state instanceof RegExp && !state.test(now.state)) return false;
  return Object.entries(attributes ?? {}).every(
    ([name, value]) => JSON.stringify(now.attributes[name]) === JSON.stringify(value),
  );
}
