import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type DebugResult, describe } from '../../src/assist/debugging.ts';
import { fullAccess } from '../../src/core/access.ts';
import { assistHome, includedSentences, type SpokenHome } from '../support/assist-home.ts';

interface Row {
  readonly language: 'en' | 'de';
  readonly text: string;
  readonly result: null | (Pick<DebugResult, 'match' | 'targets'> & { readonly intent: string });
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const rows = read('assist.jsonl')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Row);
const { home, understanding } = assistHome(JSON.parse(read('assist-home.json')) as SpokenHome);

/** The intent and the targets of a sentence; null if nothing would be carried out. */
function meaning(result: Row['result']): unknown {
  return result?.match === true ? [result.intent, result.targets] : null;
}

test.each(['en', 'de'] as const)('sentences mean the same intents and targets: %s', (language) => {
  const model = includedSentences(language);
  const own = rows.filter((row) => row.language === language);
  expect(own).toHaveLength(500);
  const different = own.flatMap(({ text, result }) => {
    const found = understanding.understand(model, text, { area: undefined, access: fullAccess });
    const shown = found && describe(found, home, { area: undefined, access: fullAccess });
    const ours = meaning(shown && { ...shown, intent: shown.intent.name });
    const [wanted, given] = [JSON.stringify(sorted(meaning(result))), JSON.stringify(sorted(ours))];
    return wanted === given ? [] : [`${text}: ${wanted}, not ${given}`];
  });
  expect(different.length, different.join('\n')).toBeLessThanOrEqual(10);
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
}
