import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSources, withoutComments } from './support/source-rules.ts';

const root = new URL('..', import.meta.url).pathname;
const src = readSources(root, 'src');
const web = readSources(root, 'web');

interface Avoided {
  readonly names: readonly string[];
  readonly texts: readonly string[];
}

/** The last column of the glossary's tables. `(names)` and `(texts)` limit a word, `(as …)` is not enforced. */
function avoided(glossary: string): Avoided {
  const words = glossary
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| term'))
    .flatMap((line) => line.split('|').at(-2)?.split(',') ?? [])
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '' && !word.includes('(as '));
  return {
    names: words.filter((word) => !word.endsWith('(texts)')).map(withoutNote),
    texts: words.filter((word) => !word.endsWith('(names)')).map(withoutNote),
  };
}

function withoutNote(word: string): string {
  return word.replace(/ \(.*/, '');
}

/** The avoided words that a text holds as whole words. */
function found(text: string, words: readonly string[]): string[] {
  const padded = ` ${text.toLowerCase().replaceAll(/[^a-z]+/g, ' ')} `;
  return words.filter((word) => padded.includes(` ${word} `));
}

function wordsOfName(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
}

const { names, texts } = avoided(readFileSync(`${root}docs/glossary.md`, 'utf8'));

test('the glossary lists words to avoid, and the check finds them', () => {
  expect(names).toContain('house');
  expect(names).toContain('words');
  expect(texts).not.toContain('words');
  expect(found(wordsOfName('openHouse_parts'), names)).toEqual(['house']);
  expect(found('Nothing sets it off, what sets it off?', texts)).toEqual(['what sets it off']);
});

test('exported names use the terms of the glossary', () => {
  const exported = /^export (?:async |abstract )*(?:class|function\*?|const|interface|type) (\w+)/gm;
  const breaches = [...src, ...web].flatMap(({ path, text }) =>
    [...text.matchAll(exported)].flatMap(([, name = '']) =>
      found(wordsOfName(name), names).map((word) => `${path}: ${name} (${word})`),
    ),
  );
  expect(breaches).toEqual([]);
});

test('log lines and the help of commands use the terms of the glossary', () => {
  const log = /\blog(?:\??\.\w+)*\.(?:debug|info|warn|error)\(\s*(['"`])([^\n]*?)\1/g;
  const literal = /(['"`])([A-Z][^'"`\n]*)\1/g;
  const breaches = src.flatMap(({ path, text }) => {
    const code = withoutComments(text);
    const lines = [...code.matchAll(path.startsWith('src/commands/') ? literal : log)];
    return lines.flatMap(([, , line = '']) => found(line, texts).map((word) => `${path}: ${line} (${word})`));
  });
  expect(breaches).toEqual([]);
});

test('the German texts use the German terms of the glossary, and address users informally', () => {
  const german = readFileSync(`${root}locales/de.json`, 'utf8').split('\n');
  const others = /\b(?:Blaupausen?|Vorlagen?|Dienst(?:e|en|es)?|(?:Sichern|Prüfen|Wählen|Geben) Sie)\b/;
  expect('Die Blaupause fehlt').toMatch(others);
  expect(german.filter((line) => others.test(line))).toEqual([]);
});
