import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigTester } from '../../src/automation/items/config-tester.ts';
import { fullAccess } from '../../src/core/access.ts';
import { CpuBudget } from '../../src/core/cpu-budget.ts';
import { automationSetting } from '../support/automation-setting.ts';

/** Whether Home Assistant accepts a trigger or a condition. */
interface Row {
  readonly part: 'triggers' | 'conditions';
  readonly config: unknown;
  readonly valid: boolean;
}

const rows = readFileSync(join(import.meta.dirname, 'automation-validity.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line): Row => JSON.parse(line));

/** Accepted here and rejected there: the meaning is clear. */
const TAKEN: ReadonlySet<string> = new Set(
  [
    { trigger: 'state', entity_id: 'light.a', for: null },
    { trigger: 'state', entity_id: 'light.a', options: {} },
    { trigger: 'state', entity_id: 'light.a', options: { to: 'x' } },
    { trigger: 'state', entity_id: 'light.a', options: null },
    { trigger: 'webhook', webhook_id: 'a', local_only: 'yes' },
    { trigger: 'webhook', webhook_id: 'a', allowed_methods: ['GET', 'GET'] },
    { trigger: 'persistent_notification', notification_id: 5 },
    {
      ...{ trigger: 'timer.remaining_time_reached', target: { entity_id: 'timer.a' } },
      options: { remaining: '0:05' },
    },
    { condition: 'state', options: { entity_id: 'sensor.a', state: 'a' } },
  ].map((config) => JSON.stringify(config)),
);

/** Rejected here and accepted there, where it can never have an effect. */
const REFUSED: ReadonlySet<string> = new Set(
  [
    { trigger: 'state', entity_id: 'light.a', for: true },
    { trigger: 'numeric_state', entity_id: 'light.a', above: true },
    { trigger: 'event', event_type: null },
    { trigger: 'time', at: null },
    { trigger: 'calendar', entity_id: 'light.a', event: 'start' },
    { trigger: 'conversation', command: '<x>' },
  ].map((config) => JSON.stringify(config)),
);

describe('a configuration', () => {
  const { setting } = automationSetting();
  const asked = new ConfigTester(setting, new CpuBudget(setting.clock));

  it.each(rows)('$config of $part is valid: $valid', ({ part, config, valid }) => {
    const text = JSON.stringify(config);
    const expected = TAKEN.has(text) ? true : REFUSED.has(text) ? false : valid;
    expect(asked.validate({ [part]: config }, fullAccess)[part]?.valid).toBe(expected);
  });

  it('is listed as another case only where it is one', () => {
    const told = new Map(rows.map(({ config, valid }) => [JSON.stringify(config), valid]));
    expect([...TAKEN].filter((text) => told.get(text) !== false)).toEqual([]);
    expect([...REFUSED].filter((text) => told.get(text) !== true)).toEqual([]);
  });
});
