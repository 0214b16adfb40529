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

it('no key has two texts', () => {
  expect(Object.keys(INNER).filter((name) => Object.hasOwn(WORDS, name))).toEqual([]);
});

it('what a button is called to screen readers holds what stands on it', () => {
  const all: Readonly<Record<string, Readonly<Record<'en' | 'de', string>>>> = { ...WORDS, ...INNER };
  const longer = Object.entries(all).flatMap(([name, words]) => {
    const shown = all[name.replace(/_(named|on)$/, '')];
    return shown === undefined || shown === words ? [] : [{ name, words, shown }];
  });
  expect(longer.length).toBeGreaterThan(5);
  const lower = (text: string): string => text.toLowerCase().replaceAll(/\{\w+\}|[“”„"]/g, '');
  for (const { name, words, shown } of longer)
    for (const language of ['en', 'de'] as const)
      expect([name, lower(words[language])]).toEqual([name, expect.stringContaining(lower(shown[language]))]);
});
