import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { germanRefusal, patternOf } from '../../web/words/german-refusals.ts';
import { refusalCodes } from '../../web/words/refusal-codes.ts';
import { OF_PEOPLE } from '../../web/words/refusals-of-people.ts';
import { EXPECTED, OF_STEPS } from '../../web/words/refusals-of-steps.ts';
import { OF_THINGS } from '../../web/words/refusals-of-things.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

/** Errors only programs receive: at the limits of HTTP and sockets, and schema errors named by path. */
const OF_PROGRAMS = [
  /^src\/api\/(control-socket|http-server|peer|duplicate-headers|web-files|webhooks)\.ts$/,
  /^src\/api\/rest\/(dispatcher|routes\/(conversation|pictures|template|onboarding))\.ts$/,
  /^src\/(jinja|config|core\/parse)/,
];
const TEXT = String.raw`(\`(?:[^\`\\]|\\.)*\`|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")`;
const THROWN = new RegExp(
  String.raw`(?:new HubError|\brefusal|this\.block)\(\s*(?:'[a-z_]+'|\d{3}|flow, user|[\w.]+),\s*${TEXT}`,
  'g',
);

/** Every error text of the server, with `X` for its placeholders. */
function sentences(
  left: readonly RegExp[] = OF_PROGRAMS,
): { readonly sentence: string; readonly file: string }[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file}`)
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => !left.some((one) => one.test(file)))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(THROWN)].map(([, text = '']) => ({
        file,
        sentence: said(text),
      })),
    );
}

function said(literal: string): string {
  const inner = literal.slice(1, -1).replace(/\\(['"`\\])/g, '$1');
  return literal.startsWith('`') ? filled(inner) : inner;
}

/** A template literal with each value as `X`; values may hold braces of their own. */
function filled(template: string): string {
  let text = '';
  for (let at = 0; at < template.length; at += 1) {
    if (!template.startsWith('${', at)) {
      text += template.charAt(at);
      continue;
    }
    let depth = 0;
    for (; at < template.length; at += 1) {
      if (template.charAt(at) === '{') depth += 1;
      else if (template.charAt(at) === '}') depth -= 1;
      if (depth === 0 && template.charAt(at) === '}') break;
    }
    text += 'X';
  }
  return text;
}

describe('what the server refuses with', () => {
  it('has German words, whatever it is', () => {
    const all = sentences();
    expect(all.length).toBeGreaterThan(180);
    const bare = /^(?:Validation error: )?X*$/;
    expect(
      all.filter(({ sentence }) => !bare.test(sentence) && germanRefusal(sentence) === undefined),
    ).toEqual([]);
  });

  it('and no texts remain for messages that no longer exist', () => {
    const all = sentences([]).map(({ sentence }) => sentence);
    const unused = Object.entries({ ...OF_PEOPLE, ...OF_THINGS }).filter((entry) => {
      const { test } = patternOf(entry);
      return !all.some((sentence) => test.test(sentence));
    });
    expect(unused).toEqual([]);
  });

  it('has words for each of its codes', () => {
    const source = readFileSync('src/core/errors.ts', 'utf8');
    const codes = [...(/type ErrorCode =([^;]*);/.exec(source)?.[1] ?? '').matchAll(/'(\w+)'/g)];
    expect(codes.length).toBeGreaterThan(25);
    expect(Object.keys(refusalCodes).sort()).toEqual(codes.map(([, code]) => `refusal.${code}`).sort());
  });
});

/** Every sentence about a mistake in the steps of an automation, and everything a value should have been. */
function mistakes(): { readonly said: string[]; readonly expected: string[] } {
  const files = readdirSync('src/automation', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.ts$/.test(file),
  );
  const texts = files.map((file) => readFileSync(`src/automation/${file}`, 'utf8'));
  const found = (pattern: RegExp) =>
    texts.flatMap((text) => [...text.matchAll(pattern)].map(([, literal = '']) => said(literal)));
  return {
    said: found(new RegExp(String.raw`new ConfigProblem\(\s*${TEXT}`, 'g')),
    expected: found(
      new RegExp(String.raw`(?:(?:wrong|fail)\(\s*(?:key|'[^']*')|wrongValue\()\s*,?\s*${TEXT}`, 'g'),
    ),
  };
}

describe('what is wrong with a step', () => {
  it('has German words too', () => {
    const { said, expected } = mistakes();
    expect([said.length > 40, expected.length > 15]).toEqual([true, true]);
    const bare = /^X*$/;
    expect(said.filter((one) => !bare.test(one) && germanRefusal(one) === undefined)).toEqual([]);
    const wrong = expected.map((one) => `Expected ${one}. Got 5`);
    expect(wrong.filter((one) => germanRefusal(one) === undefined)).toEqual([]);
  });

  it('and no words are kept for what is no longer found', () => {
    const { said } = mistakes();
    const unused = Object.entries(OF_STEPS).filter(
      (entry) => !said.some((one) => patternOf(entry).test.test(one)),
    );
    expect(unused).toEqual([]);
    const texts = readdirSync('src/automation', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(`src/automation/${file}`, 'utf8'))
      .join();
    const begins = Object.keys(EXPECTED).map((one) => one.split('{1}')[0] ?? one);
    expect(begins.filter((one) => !texts.includes(one))).toEqual([]);
  });

  it('names the value', () =>
    expect(germanRefusal("Expected one of enter, leave. Got 'x'")).toBe(
      "Hier wird erwartet: eines von enter, leave. Da steht 'x'",
    ));
});

describe('a sentence', () => {
  it.each(cases<[string, string][]>('messages'))('keeps what the server put in: %s', (english, german) =>
    expect(germanRefusal(english)).toBe(german),
  );

  it('without a translation is undefined, however long', () => {
    expect(germanRefusal('No such words')).toBeUndefined();
    expect(germanRefusal(' is gone'.repeat(50_000))).toBeUndefined();
  });

  it('has as many gaps in German as it needs, and none of its own', () => {
    const gaps = (text: string): Set<string> => new Set(text.match(/\{\d\}/g));
    for (const [english, german] of Object.entries({ ...OF_PEOPLE, ...OF_THINGS }))
      for (const gap of gaps(german)) expect([english, gaps(english).has(gap)]).toEqual([english, true]);
  });
});
