import { describe, expect, it } from 'vitest';
import { keepEdits } from '../../web/parts/form/keep-edits.ts';

describe('a form whose item was read again', () => {
  const before = { name: 'Grandma', is_active: true };

  it('keeps the edits that were not saved', () => {
    const edited = { name: 'Grandma', is_active: false };
    expect(keepEdits(before, edited, { name: 'Granny', is_active: true })).toEqual({
      name: 'Granny',
      is_active: false,
    });
  });

  it('shows the item as it is now where nothing was edited', () => {
    expect(keepEdits(before, before, { name: 'Granny', is_active: false })).toEqual({
      name: 'Granny',
      is_active: false,
    });
  });

  it('keeps what was entered into a field that the item has no value for', () => {
    expect(keepEdits({}, { password: 'seven green lanterns' }, { username: 'grandma' })).toEqual({
      username: 'grandma',
      password: 'seven green lanterns',
    });
  });
});
