import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseCondition } from '../../../src/automation/parsing/parse-conditions.ts';
import { attachTriggers, automationSetting, parseHelp } from '../../support/automation-setting.ts';

/** Home Assistant's triggers for each step between two states, and the conditions that hold in each. */
interface Row {
  readonly id: string;
  readonly states: readonly { readonly state: string; readonly attributes: Record<string, unknown> }[];
  readonly triggers: Record<string, { readonly options: object; readonly fires: readonly string[] }>;
  readonly conditions: Record<string, { readonly options: object; readonly holds: readonly number[] }>;
}

const rows = readFileSync(new URL('../../golden/purposes.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Row => JSON.parse(line));

const entityOf = ({ id }: Row): string => `${id.split(':')[0]}.recorded`;

describe.each(rows)('the recorded $id', (row) => {
  const id = entityOf(row);

  it.each(Object.entries(row.triggers))('fires %s as it was seen', (key, { options, fires }) => {
    const { setting, states } = automationSetting();
    const set = (index: number): void => {
      const { state, attributes } = row.states[index] ?? { state: '', attributes: {} };
      states.set(id, state, attributes);
    };
    set(0);
    const { fired } = attachTriggers(setting, { trigger: key, target: { entity_id: id }, options });
    const seen: string[] = [];
    for (const from of row.states.keys())
      for (const to of row.states.keys()) {
        if (from === to) continue;
        set(from);
        const before = fired.length;
        set(to);
        if (fired.length > before) seen.push(`${from}>${to}`);
      }
    expect(seen).toEqual(fires);
  });

  it.each(Object.entries(row.conditions))('evaluates %s as recorded', (key, { options, holds }) => {
    const { setting, states } = automationSetting();
    const condition = parseCondition({ condition: key, target: { entity_id: id }, options }, [], parseHelp());
    const seen: number[] = [];
    for (const [index, { state, attributes }] of row.states.entries()) {
      states.set(id, state, attributes);
      if (condition.test({ setting, variables: {} }, '') === true) seen.push(index);
    }
    expect(seen).toEqual(holds);
  });
});
