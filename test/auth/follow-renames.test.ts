import { describe, expect, it } from 'vitest';
import { followRenames } from '../../src/auth/follow-renames.ts';
import type { Policy } from '../../src/auth/policy-schema.ts';
import { Bus } from '../../src/core/bus.ts';
import { newContext } from '../../src/core/context.ts';
import { silentLog } from '../../src/core/log.ts';
import { makeAuth } from '../support/auth.ts';

const NOT_THE_DOOR: Policy = {
  rules: [
    { effect: 'allow', actions: ['control'] },
    { effect: 'deny', actions: ['control'], entities: ['lock.door', 'lock.gate'] },
  ],
};

describe('an entity that gets another id', () => {
  it('stays forbidden to the users and the tokens it was forbidden to', async () => {
    const { auth, clock, caller } = makeAuth();
    const bus = new Bus(silentLog);
    followRenames(auth, bus, silentLog);
    const [user, token] = [await caller({ policy: NOT_THE_DOOR }), await caller({}, NOT_THE_DOOR)];
    const data = { action: 'update', entity_id: 'lock.front', old_entity_id: 'lock.door', changes: {} };
    bus.fire('entity_registry_updated', data, clock.now(), newContext(clock.now()));
    await Promise.resolve();
    for (const { secret } of [user, token]) {
      const access = auth.authenticator.authenticate(secret, '127.0.0.1')?.access;
      expect(['lock.front', 'lock.gate', 'lock.door'].map((id) => access?.may('control', id))).toEqual([
        false,
        false,
        true,
      ]);
    }
  });

  it('leaves unaffected users alone', async () => {
    const { auth, clock, caller } = makeAuth();
    const bus = new Bus(silentLog);
    followRenames(auth, bus, silentLog);
    const { secret } = await caller({ policy: NOT_THE_DOOR });
    let ended = false;
    auth.authenticator.authenticate(secret, '127.0.0.1')?.onRevoked(() => {
      ended = true;
    });
    for (const data of [{ entity_id: 'light.b', old_entity_id: 'light.a' }, { entity_id: 'lock.door' }, {}])
      bus.fire('entity_registry_updated', data, clock.now(), newContext(clock.now()));
    expect(ended).toBe(false);
  });
});
