import { describe, expect, it } from 'vitest';
import { inputsOf, keyedRows, rowsOf } from '../../web/pages/settings/automations/script-input-rows.ts';

const INPUTS = {
  name: { name: 'Name', selector: { text: null } },
  level: { name: 'Level', default: 5, selector: { number: { min: 1, max: 9 } } },
};

describe('the inputs of a script in the editor', () => {
  it('are unchanged after a round trip', () => {
    expect(inputsOf(rowsOf(INPUTS))).toEqual(INPUTS);
  });

  it('keep what they hold when they are moved past one of another kind', () => {
    const rows = rowsOf(INPUTS);
    const moved = keyedRows(rows, [...rows].reverse(), new Set());
    expect(inputsOf(moved)).toEqual(INPUTS);
    expect(moved.map(({ key }) => key)).toEqual(['level', 'name']);
  });

  it('lose the settings of their type when they change it', () => {
    const rows = rowsOf(INPUTS);
    const changed = rows.map((row) => (row.key === 'level' ? { ...row, kind: 'text' } : row));
    expect(inputsOf(keyedRows(rows, changed, new Set())).level).toEqual({
      name: 'Level',
      selector: { text: null },
    });
  });

  it('get their key from the name until they are saved', () => {
    const fresh = new Set<string>();
    const made = keyedRows([], [{}], fresh);
    expect(made).toEqual([{ key: 'input', kind: 'text' }]);
    const named = keyedRows(
      made,
      made.map((row) => ({ ...row, name: 'Größe' })),
      fresh,
    );
    expect(named[0]?.key).toBe('grosse');
    const old = rowsOf(INPUTS);
    const renamed = old.map((row, at) => (at === 0 ? { ...row, name: 'Another' } : row));
    expect(keyedRows(old, renamed, fresh)[0]?.key).toBe('name');
  });
});
