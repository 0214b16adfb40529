import { describe, expect, it } from 'vitest';
import { parseCondition } from '../../../src/automation/parsing/parse-conditions.ts';
import { attachTriggers, automationSetting, parseHelp } from '../../support/automation-setting.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

const DAY = 86_400_000;

function homeAt(point: string, ports = {}) {
  const home = automationSetting({ clock: new FakeClock(Date.parse(point)), ports });
  const holds = (condition: object) =>
    parseCondition(condition, [], parseHelp()).test({ setting: home.setting, variables: {} }, 'condition');
  return { ...home, holds };
}

describe('the moon', () => {
  it.each(cases<[string, string, boolean][]>('phases'))('at %s is %s', (point, phase, isWaxing) => {
    const { holds } = homeAt(point);
    expect(holds({ condition: 'moon.is_phase', options: { phase } })).toBe(true);
    expect(holds({ condition: 'moon.is_phase', options: { phase: 'full_moon' } })).toBe(false);
    expect(holds({ condition: 'moon.is_waxing' })).toBe(isWaxing);
    expect(holds({ condition: 'moon.is_waning' })).toBe(!isWaxing);
  });

  it('is reported at the home’s midnight when the phase changes', () => {
    const { setting, clock } = homeAt('2026-11-21T12:00:00Z');
    const { fired } = attachTriggers(setting, [
      { trigger: 'moon.phase_changed' },
      { trigger: 'moon.phase_changed', options: { phase: 'full_moon' } },
    ]);
    clock.advance(14 * DAY);
    const told = (place: number): unknown[] =>
      fired.flatMap(({ index, trigger: { phase, previous_phase: before } }) =>
        index === place ? [[before, phase]] : [],
      );
    expect(told(1)).toEqual([['waxing_gibbous', 'full_moon']]);
    expect(told(0)).toEqual([
      ['waxing_gibbous', 'full_moon'],
      ['full_moon', 'waning_gibbous'],
      ['waning_gibbous', 'last_quarter'],
      ['last_quarter', 'waning_crescent'],
    ]);
  });

  it('takes no target and no other phase', () => {
    const { setting, holds } = homeAt('2026-11-21T12:00:00Z');
    const one = { trigger: 'moon.phase_changed', target: { entity_id: 'sensor.moon' } };
    expect(() => attachTriggers(setting, one)).toThrow('target');
    expect(() => holds({ condition: 'moon.is_phase', options: { phase: 'blue' } })).toThrow('phase');
    expect(() => holds({ condition: 'moon.is_phase' })).toThrow('phase');
  });
});

describe('the server', () => {
  it('reports after startup that it runs another version', () => {
    const { setting, fire } = homeAt('2026-11-21T12:00:00Z', { update: { from: '0.1.0', to: '0.2.0' } });
    const { fired } = attachTriggers(setting, { trigger: 'homeassistant.updated' });
    fire('homeassistant_started');
    expect(fired.map(({ trigger }) => trigger)).toMatchObject([
      { platform: 'homeassistant.updated', from_version: '0.1.0', to_version: '0.2.0' },
    ]);
  });

  it('reports no other version without a previous one, and never requires a restart', () => {
    const { setting, fire, holds } = homeAt('2026-11-21T12:00:00Z');
    const names = ['updated', 'restart_required', 'host_reboot_required'];
    const { fired } = attachTriggers(
      setting,
      names.map((name) => ({ trigger: `homeassistant.${name}` })),
    );
    fire('homeassistant_started');
    expect(fired).toEqual([]);
    expect(holds({ condition: 'homeassistant.restart_required' })).toBe(false);
    expect(holds({ condition: 'homeassistant.host_reboot_required' })).toBe(false);
  });
});
