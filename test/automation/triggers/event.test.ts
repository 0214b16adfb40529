import { describe, expect, it } from 'vitest';
import { attachTriggers, automationSetting } from '../../support/automation-setting.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

function heard(config: Record<string, unknown>, events: readonly (readonly [string, object?])[]) {
  const home = automationSetting();
  const { fired } = attachTriggers(home.setting, { trigger: 'event', ...config });
  for (const [type, data] of events) home.fire(type, { ...data });
  return fired.map(({ trigger }) => (trigger.event as { data: unknown }).data);
}

describe('the event trigger', () => {
  it('receives the types it names, templates too', () => {
    const events = [['a'], ['b'], ['c2']] as const;
    expect(heard({ event_type: ['a', 'b'] }, events)).toHaveLength(2);
    expect(heard({ event_type: 'c{{ 1 + 1 }}' }, events)).toHaveLength(1);
  });

  it.each(cases<[object, object, boolean][]>('event data'))(
    'wishing %j of %j gives %s',
    (wished, data, fits) => {
      expect(heard({ event_type: 'a', event_data: wished }, [['a', data]])).toHaveLength(fits ? 1 : 0);
    },
  );

  it('takes the context by value or by a list of allowed ones', () => {
    const { setting, fire } = automationSetting();
    const one = attachTriggers(setting, {
      trigger: 'event',
      event_type: 'a',
      context: { user_id: ['x', 'y'] },
    });
    const other = attachTriggers(setting, { trigger: 'event', event_type: 'a', context: { user_id: 'x' } });
    fire('a', {}, { user_id: 'y' });
    fire('a', {}, { user_id: 'x' });
    fire('a', {});
    expect([one.fired.length, other.fired.length]).toEqual([2, 1]);
  });

  it('receives only changes of one entity if it is named', () => {
    const { setting, states } = automationSetting();
    const data = { entity_id: 'light.a' };
    const { fired } = attachTriggers(setting, {
      trigger: 'event',
      event_type: 'state_changed',
      event_data: data,
    });
    states.set('light.a', 'on', {});
    states.set('light.b', 'on', {});
    expect(fired).toHaveLength(1);
    expect(fired[0]?.trigger.event).toMatchObject({ event_type: 'state_changed', origin: 'LOCAL' });
  });

  it('refuses state_reported, which would be endless', () => {
    expect(() => heard({ event_type: 'state_reported' }, [])).toThrow('state_reported');
  });

  it('does not receive the event during which it was attached', () => {
    const { setting, fire } = automationSetting();
    let later: ReturnType<typeof attachTriggers> | undefined;
    setting.events.onEvent('a', () => {
      later ??= attachTriggers(setting, { trigger: 'event', event_type: 'a' });
    });
    fire('a');
    expect(later?.fired).toEqual([]);
    fire('a');
    expect(later?.fired).toHaveLength(1);
  });
});

describe('the homeassistant trigger', () => {
  it('reports start and shutdown', () => {
    const { setting, fire } = automationSetting();
    const config = ['start', 'shutdown'].map((event) => ({ trigger: 'homeassistant', event }));
    const { fired } = attachTriggers(setting, config);
    fire('homeassistant_started');
    fire('homeassistant_stop');
    expect(fired.map(({ trigger }) => trigger.event)).toEqual(['start', 'shutdown']);
  });
});
