import { expect, test } from 'vitest';
import { demoHome } from './demo-home.ts';

test('an alarm arms after five seconds, and reports its next state before', async () => {
  const { call, clock, stateOf } = demoHome();
  await call('alarm_control_panel.alarm_arm_away', { entity_id: 'alarm_control_panel.alarm', code: '1234' });
  expect(stateOf('alarm_control_panel.alarm')).toMatchObject({
    state: 'arming',
    attributes: { previous_state: 'disarmed', next_state: 'armed_away' },
  });
  clock.advance(5000);
  expect(stateOf('alarm_control_panel.alarm')).toMatchObject({
    state: 'armed_away',
    attributes: { previous_state: null, next_state: null },
  });
});

test('an alarm triggered while armed waits, sounds, and is armed again', async () => {
  const { call, clock, stateOf } = demoHome();
  const state = (): string => stateOf('alarm_control_panel.alarm').state;
  await call('alarm_control_panel.alarm_arm_home', { entity_id: 'alarm_control_panel.alarm', code: '1234' });
  clock.advance(5000);
  await call('alarm_control_panel.alarm_trigger', { entity_id: 'alarm_control_panel.alarm' });
  expect(state()).toBe('pending');
  clock.advance(5000);
  expect(state()).toBe('triggered');
  clock.advance(10_000);
  expect(state()).toBe('armed_home');
});

test('disarming ends what is under way at once', async () => {
  const { call, clock, stateOf } = demoHome();
  const panel = { entity_id: 'alarm_control_panel.alarm' };
  await call('alarm_control_panel.alarm_arm_night', { ...panel, code: '1234' });
  await call('alarm_control_panel.alarm_disarm', { ...panel, code: '1234' });
  clock.advance(60_000);
  expect(stateOf('alarm_control_panel.alarm').state).toBe('disarmed');
});

test.each(['alarm_disarm', 'alarm_arm_away'])(
  'a wrong code for %s is refused and changes nothing',
  async (service) => {
    const { call, clock, stateOf } = demoHome();
    const wrong = call(`alarm_control_panel.${service}`, {
      entity_id: 'alarm_control_panel.alarm',
      code: '4321',
    });
    await expect(wrong).rejects.toMatchObject({
      code: 'service_validation_error',
      translation: { key: 'invalid_code' },
    });
    clock.advance(60_000);
    expect(stateOf('alarm_control_panel.alarm').state).toBe('disarmed');
  },
);

test('a panel without codes arms without one', async () => {
  const { call, clock, stateOf } = demoHome();
  await call('alarm_control_panel.alarm_arm_away', { entity_id: 'alarm_control_panel.shed_alarm' });
  clock.advance(5000);
  expect(stateOf('alarm_control_panel.shed_alarm').state).toBe('armed_away');
});

test('a lock takes a moment', async () => {
  const { call, clock, stateOf } = demoHome();
  await call('lock.open', { entity_id: 'lock.back_door_lock' });
  expect(stateOf('lock.back_door_lock').state).toBe('opening');
  clock.advance(1200);
  expect(stateOf('lock.back_door_lock').state).toBe('open');
});

test('a lock with a code moves for that code alone', async () => {
  const { call, stateOf } = demoHome();
  const lock = { entity_id: 'lock.front_door_lock' };
  await expect(call('lock.unlock', { ...lock, code: '4321' })).rejects.toMatchObject({
    translation: { key: 'invalid_code' },
  });
  expect(stateOf('lock.front_door_lock').state).toBe('locked');
  await call('lock.unlock', { ...lock, code: '1234' });
  expect(stateOf('lock.front_door_lock').state).toBe('unlocking');
});

/** The states of a lock after each of twenty closings. */
async function closings(id: string, seed: number): Promise<string[]> {
  const { call, clock, stateOf } = demoHome(seed);
  const seen: string[] = [];
  for (let i = 0; i < 20; i += 1) {
    for (const service of ['lock.unlock', 'lock.lock']) {
      await call(service, { entity_id: id });
      clock.advance(1200);
    }
    seen.push(stateOf(id).state);
  }
  return seen;
}

test('the shed lock jams now and then, the same way under the same seed; the others never do', async () => {
  const seen = await closings('lock.shed_lock', 1);
  expect(new Set(seen)).toEqual(new Set(['locked', 'jammed']));
  expect(await closings('lock.shed_lock', 1)).toEqual(seen);
  expect(await closings('lock.shed_lock', 2)).not.toEqual(seen);
  expect(new Set(await closings('lock.cellar_lock', 1))).toEqual(new Set(['locked']));
});

test('a siren stops after its duration', async () => {
  const { call, clock, stateOf } = demoHome();
  await call('siren.turn_on', { entity_id: 'siren.alarm_siren', tone: 'fire', duration: 15 });
  clock.advance(14_999);
  expect(stateOf('siren.alarm_siren').state).toBe('on');
  clock.advance(1);
  expect(stateOf('siren.alarm_siren').state).toBe('off');
});
