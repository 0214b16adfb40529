import { expect, it } from 'vitest';
import { INNER } from '../../web/words/inner.ts';
import { WORDS } from '../../web/words/table.ts';

it('each text is there in both languages, with the same values in it', () => {
  const gaps = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([gap]) => gap).sort();
  expect(Object.keys(WORDS).length).toBeGreaterThan(100);
  for (const [name, words] of Object.entries({ ...WORDS, ...INNER })) {
    const { en, de }: Readonly<Record<'en' | 'de', string>> = words;
    expect([name, en.trim(), de.trim()]).toEqual([name, en, de]);
    expect([name, en === '', de === '']).toEqual([name, false, false]);
    expect([name, gaps(de)]).toEqual([name, gaps(en)]);
    expect([name, de.split(' | ').length]).toEqual([name, en.split(' | ').length]);
  }
});

it('no name stands for two texts', () => {
  expect(Object.keys(INNER).filter((name) => Object.hasOwn(WORDS, name))).toEqual([]);
});
