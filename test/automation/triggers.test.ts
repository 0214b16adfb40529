import { describe, expect, it } from 'vitest';
import { parseTriggers } from '../../src/automation/parsing/parse-triggers.ts';
import { attachTriggers, automationSetting, parseHelp } from '../support/automation-setting.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

const parse = (config: unknown) => parseTriggers(config, ['triggers'], parseHelp());

describe('a list of triggers', () => {
  it('is empty, one trigger or many, and may be nested', () => {
    const one = { trigger: 'event', event_type: 'a' };
    expect(
      [undefined, null, one, [one, { triggers: [one, one] }]].map((config) => parse(config).length),
    ).toEqual([0, 0, 1, 3]);
  });

  it('numbers each trigger, disabled ones too', () => {
    const { setting, fire } = automationSetting();
    const config = [
      { trigger: 'event', event_type: 'a', enabled: false },
      { trigger: 'event', event_type: 'a', enabled: '{{ flag }}' },
      { trigger: 'event', event_type: 'a', enabled: '{{ not flag }}', id: '5' },
    ];
    const { fired } = attachTriggers(setting, config, { variables: { flag: false } });
    fire('a');
    expect(fired.map(({ index, trigger: { id, idx } }) => ({ index, id, idx }))).toEqual([
      { index: 2, id: '5', idx: '2' },
    ]);
  });

  it('renders the variables of the trigger that fired', () => {
    const { setting, fire } = automationSetting();
    const variables = { color: 'red', n: '{{ 1 + 1 }}', m: '{{ n + 1 }}', k: '{{ trigger.event.data.k }}' };
    const { fired } = attachTriggers(setting, { trigger: 'event', event_type: 'a', variables });
    fire('a', { k: 'v' });
    expect(fired[0]?.own).toEqual({ color: 'red', n: 2, m: 3, k: 'v' });
  });

  it('continues when one of them cannot be attached, and logs which', () => {
    const { setting, fire, lines } = automationSetting();
    const broken = { trigger: 'event', event_type: '{{ states("light.a") }}' };
    const { fired } = attachTriggers(setting, [broken, { trigger: 'event', event_type: 'a' }]);
    fire('a');
    expect(fired).toHaveLength(1);
    expect(lines.join()).toContain('Trigger 0 (event)');
  });

  it('accepts a separate key for options', () => {
    expect(parse({ trigger: 'event', options: { event_type: 'a' } })).toHaveLength(1);
  });

  it.each(cases<[string | object, string][]>('invalid configs'))('refuses %j', (config, message) => {
    expect(() => parse(config)).toThrow(message);
  });
});
