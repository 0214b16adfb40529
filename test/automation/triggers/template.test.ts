import { describe, expect, it } from 'vitest';
import { str } from '../../../src/jinja/values/printing.ts';
import { attachTriggers, automationSetting, KeptWaits } from '../../support/automation-setting.ts';

const LAMP = 'light.lamp';

function following(template: string, more: object = {}, first = 'off') {
  const home = automationSetting();
  home.states.set(LAMP, first, {});
  const config = { trigger: 'template', value_template: template, ...more };
  return { ...home, ...attachTriggers(home.setting, config) };
}

describe('the template trigger', () => {
  it('fires when it becomes true, and must have been false before', () => {
    const { states, fired } = following(`{{ is_state('${LAMP}', 'on') }}`, {}, 'on');
    states.set(LAMP, 'on', { a: 1 });
    expect(fired).toEqual([]);
    states.set(LAMP, 'off', {});
    states.set(LAMP, 'on', {});
    expect(fired).toHaveLength(1);
    expect(fired[0]?.trigger).toMatchObject({
      entity_id: LAMP,
      description: `${LAMP} via template`,
      for: null,
    });
    expect(fired[0]?.context).toBe(states.get(LAMP)?.context);
  });

  it('accepts texts and numbers that mean true', () => {
    const { states, fired } = following(`{{ states('${LAMP}') }}`);
    for (const state of ['on', 'no', 'yes', 'false', '5', '0', 'enable', 'disable', 'TRUE'])
      states.set(LAMP, state, {});
    expect(
      fired.map(({ trigger }) => str((trigger.to_state as { state: { state: string } }).state.state)),
    ).toEqual([...['on', 'yes', '5', 'enable', 'TRUE']]);
  });

  it('keeps its last result when it fails', () => {
    const { states, fired, lines } = following(`{{ 1 / (states('${LAMP}') | int(1)) > 0.5 }}`, {}, '4');
    states.set(LAMP, '0', {});
    states.set(LAMP, '1', {});
    expect(fired).toHaveLength(1);
    expect(lines.join()).toContain('ZeroDivisionError');
  });

  it('reports the time where the time was the cause', () => {
    const { clock, fired } = following('{{ now().minute == 5 }}');
    clock.advance(300_000);
    expect(fired[0]?.trigger).toMatchObject({ entity_id: null, from_state: null, to_state: null });
    expect(fired[0]?.context).toBeNull();
  });

  it('must stay true for its dwell time', () => {
    const { states, clock, fired } = following(`{{ is_state('${LAMP}', 'on') }}`, { for: { seconds: 5 } });
    states.set(LAMP, 'on', {});
    clock.advance(4000);
    states.set(LAMP, 'off', {});
    clock.advance(60_000);
    expect(fired).toEqual([]);
    states.set(LAMP, 'on', {});
    clock.advance(5001);
    expect(fired.map(({ trigger }) => str(trigger.for))).toEqual(['0:00:05']);
  });

  it('resumes its dwell time after a restart', () => {
    const waits = new KeptWaits();
    const config = {
      trigger: 'template',
      value_template: `{{ is_state('${LAMP}', 'on') }}`,
      for: { minutes: 5 },
    };
    const first = automationSetting();
    first.states.set(LAMP, 'off', {});
    const { undo } = attachTriggers(first.setting, config, { waits });
    first.states.set(LAMP, 'on', {});
    first.clock.advance(240_000);
    undo?.();
    const second = automationSetting({ clock: first.clock });
    second.states.set(LAMP, 'unavailable', {});
    const { fired } = attachTriggers(second.setting, config, { waits });
    second.states.set(LAMP, 'on', {});
    second.clock.advance(61_000);
    expect(fired.map(({ trigger }) => trigger.entity_id)).toEqual([LAMP]);
  });

  it('sees the variables it is given', () => {
    const home = automationSetting();
    home.states.set(LAMP, 'off', {});
    const config = { trigger: 'template', value_template: '{{ is_state(lamp, "on") }}' };
    const { fired } = attachTriggers(home.setting, config, { variables: { lamp: LAMP } });
    home.states.set(LAMP, 'on', {});
    expect(fired).toHaveLength(1);
  });
});
