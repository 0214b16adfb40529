import { describe, expect, it } from 'vitest';
import { purposeConditions, purposeTriggers } from '../../../src/automation/entity-triggers/index.ts';
import { ConfigTester } from '../../../src/automation/items/config-tester.ts';
import { fullAccess } from '../../../src/core/access.ts';
import { CpuBudget } from '../../../src/core/cpu-budget.ts';
import { automationSetting } from '../../support/automation-setting.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

function asking() {
  const home = automationSetting();
  return { ...home, asked: new ConfigTester(home.setting, new CpuBudget(home.setting.clock)) };
}

describe('a subscription to a trigger', () => {
  it('reports its variables and the context as JSON', () => {
    const { asked, states } = asking();
    const told: string[] = [];
    const undo = asked.followTrigger({ platform: 'state', entity_id: 'light.a' }, {}, (json) =>
      told.push(json),
    );
    states.set('light.a', 'on', { n: 1 });
    undo();
    states.set('light.a', 'off', {});
    const context = states.get('light.a') === undefined ? null : JSON.parse(told[0] ?? '').context;
    expect(told.map((json) => JSON.parse(json))).toMatchObject([
      {
        variables: {
          trigger: {
            ...{ id: '0', idx: '0', alias: null, platform: 'state', entity_id: 'light.a', from_state: null },
            to_state: { entity_id: 'light.a', state: 'on', attributes: { n: 1 } },
            ...{ for: null, attribute: null, description: 'state of light.a' },
          },
        },
        context: { id: context.id, parent_id: null, user_id: null },
      },
    ]);
  });

  it('reports durations and times by type', () => {
    const { asked, states, clock } = asking();
    states.set('light.a', 'off', {});
    const told: string[] = [];
    const config = { platform: 'state', entity_id: 'light.a', to: 'on', for: '00:00:01' };
    asked.followTrigger([config, { trigger: 'time_pattern', seconds: '/1' }], {}, (json) => told.push(json));
    states.set('light.a', 'on', {});
    clock.advance(1001);
    const triggers = told.map((json) => JSON.parse(json).variables.trigger);
    expect(triggers.map(({ now, for: length }) => now ?? length)).toEqual(
      expect.arrayContaining([
        '2026-11-20T13:00:01+01:00',
        { __type: "<class 'datetime.timedelta'>", total_seconds: 1 },
      ]),
    );
  });

  it.each([
    [{ platform: 'nothing' }, "Invalid trigger 'nothing' specified"],
    [{ platform: 'state' }, "'entity_id'"],
  ])('refuses %j', (config, message) => {
    const follow = () => asking().asked.followTrigger(config, {}, () => {});
    expect(follow).toThrow(message);
    expect(follow).toThrow(expect.objectContaining({ code: 'invalid_format' }));
  });
});

describe('a condition under test', () => {
  it.each(cases<[unknown, unknown][]>('answers'))('%j answers %j', (config, answer) => {
    expect(asking().asked.test(config, {})).toEqual(answer);
  });

  it.each(cases<[unknown, string, string][]>('failures'))('%j fails with %s', (config, code, message) => {
    const ask = () => asking().asked.test(config, {});
    expect(ask).toThrow(message);
    expect(ask).toThrow(expect.objectContaining({ code }));
  });

  it('is reported to subscribers, initially and after each change', () => {
    const { asked, states, clock } = asking();
    const told: string[] = [];
    const undo = asked.followCondition("{{ is_state('light.a', 'on') }}", fullAccess, (json) =>
      told.push(json),
    );
    states.set('light.a', 'on', {});
    clock.flush();
    states.set('light.a', 'on', { n: 1 });
    states.set('light.b', 'on', {});
    clock.advance(5000);
    expect(told).toEqual(['{"result":false}', '{"result":true}']);
    undo();
    states.set('light.a', 'off', {});
    clock.advance(5000);
    expect(told).toHaveLength(2);
    expect(clock.pending).toBe(0);
  });

  it('depends on time, and reports errors, too', () => {
    const { asked, clock } = asking();
    const told: string[] = [];
    asked.followCondition({ condition: 'time', after: '13:00:05' }, fullAccess, (json) => told.push(json));
    clock.advance(6000);
    expect(told).toEqual(['{"result":false}', '{"result":true}']);
    asked.followCondition({ condition: 'state', entity_id: 'light.none', state: 'on' }, fullAccess, (json) =>
      told.push(json),
    );
    expect(told.at(-1)).toContain('unknown entity light.none');
  });

  it('is not evaluated for a while once its user has used too much time', () => {
    const { asked, states, clock, setting } = asking();
    const guest = { ...fullAccess, userId: 'guest', isAdmin: false };
    const told: string[] = [];
    asked.followCondition("{{ is_state('light.a', 'on') }}", guest, (json) => told.push(json));
    const other = new CpuBudget(clock);
    const busy = new ConfigTester(setting, other);
    busy.followCondition("{{ is_state('light.a', 'on') }}", guest, (json) => told.push(json));
    other.spend(guest, () => clock.advance(1500));
    states.set('light.a', 'on', {});
    clock.flush();
    expect(told).toEqual(['{"result":false}', '{"result":false}', '{"result":true}']);
    expect(() => busy.followCondition('{{ true }}', guest, () => {})).toThrow('too much CPU time');
    expect(() => busy.validate({ conditions: '{{ true }}' }, guest)).toThrow('too much CPU time');
    clock.advance(10_000);
    expect(told).toHaveLength(4);
  });

  it('shows only what the caller may see', () => {
    const { asked, states } = asking();
    states.set('light.a', 'on', {});
    const access = { ...fullAccess, isAdmin: false, mayRead: (id: string) => id !== 'light.b' };
    const follow = (config: unknown) => () => asked.followCondition(config, access, () => {});
    expect(follow({ condition: 'state', entity_id: 'light.a', state: 'on' })).not.toThrow();
    expect(follow({ condition: 'state', entity_id: 'light.b', state: 'on' })).toThrow('Unauthorized');
    expect(follow({ condition: 'state', entity_id: 'light.absent', state: 'on' })).toThrow('Unauthorized');
    expect(follow({ condition: 'light.is_on', target: { area_id: 'kitchen' } })).toThrow('Unauthorized');
  });
});

describe('a configuration that is checked', () => {
  it('answers for each part that is given', () => {
    const { asked } = asking();
    const parts = {
      triggers: [{ platform: 'nothing' }],
      conditions: '{{ true }}',
      actions: [{ nothing: 1 }],
    };
    const checked = asked.validate(parts, fullAccess);
    expect(checked).toMatchObject({
      triggers: { valid: false, error: "Invalid trigger 'nothing' specified" },
      conditions: { valid: true, error: null },
      actions: { valid: false },
    });
    expect(asked.validate({}, fullAccess)).toEqual({});
  });
});

describe('purposes', () => {
  it('are described for authors of automations', () => {
    const { asked } = asking();
    const triggers = asked.descriptions('triggers');
    const conditions = asked.descriptions('conditions');
    expect(Object.keys(triggers)).toEqual(purposeTriggers.map(({ key }) => key));
    expect(Object.keys(conditions)).toEqual(purposeConditions.map(({ key }) => key));
    expect(purposeTriggers.length).toBeGreaterThanOrEqual(196);
    expect(purposeConditions.length).toBeGreaterThanOrEqual(158);
    expect(triggers['light.turned_on']).toEqual({
      target: { entity: [{ domain: ['light'] }] },
      fields: {
        behavior: { required: true, default: 'each', selector: { automation_behavior: { mode: 'trigger' } } },
        for: { required: true, default: '00:00:00', selector: { duration: { enable_second: true } } },
      },
    });
    expect(triggers['sun.sunrise']).not.toHaveProperty('target');
  });

  it('are found by the entities of a target', () => {
    const { asked, states } = asking();
    states.set('sensor.t', '20', { device_class: 'temperature' });
    states.set('input_boolean.guests', 'on', {});
    const who = { access: fullAccess, expandGroup: true };
    const fitting = (kind: 'triggers' | 'conditions', target: object) =>
      [...asked.fitting(kind, target, who)].sort();
    expect(fitting('triggers', { entity_id: 'sensor.t' })).toEqual([
      'temperature.changed',
      'temperature.crossed_threshold',
    ]);
    expect(fitting('conditions', { entity_id: 'input_boolean.guests' })).toEqual([
      'switch.is_off',
      'switch.is_on',
    ]);
    expect(fitting('triggers', { area_id: 'none' })).toEqual([]);
    const blind = { ...who, access: { ...fullAccess, mayRead: () => false } };
    expect(asked.fitting('triggers', { entity_id: 'sensor.t' }, blind)).toEqual([]);
  });
});

it('what is too large to be checked in one event-loop tick is refused', async () => {
  const { asked } = asking();
  const many = (one: object) => Array.from({ length: 5000 }, () => one);
  const refused = /at most 5000 values/;
  const state = { entity_id: 'light.a', state: 'on' };
  expect(() => asked.followTrigger(many({ trigger: 'event', event_type: 'x' }), {}, () => {})).toThrow(
    refused,
  );
  expect(() => asked.test({ and: many({ condition: 'state', ...state }) }, {})).toThrow(refused);
  expect(asked.validate({ actions: many({ delay: 1 }) }, fullAccess).actions).toMatchObject({
    valid: false,
    error: expect.stringMatching(refused),
  });
});
