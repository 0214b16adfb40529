import { expect, test } from 'vitest';
import { copyField, originalText, storedText } from '../../../src/history/postgres/stored-text.ts';

test('every text returns as it was written', () => {
  for (const text of ['', 'ß 🙂', '\0', '\ud800', '\udc00\ud800', '\u001a0000', '\u001a', 'a\\nb\n\r\t\\N']) {
    const stored = storedText(text);
    expect(originalText(stored)).toBe(text);
    expect(encodeURIComponent(stored)).not.toContain('%00');
  }
  expect(copyField(null)).toBe('\\N');
  expect(copyField('\\N\n')).toBe('\\\\N\\n');
});
