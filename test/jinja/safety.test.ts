import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FILTERS, FUNCTIONS, TESTS } from '../../src/jinja/environment.ts';
import { compile, TemplateError } from '../../src/jinja/template.ts';
import { LIMITS } from '../../src/jinja/values/limits.ts';
import { parseNative } from '../../src/jinja/values/native.ts';
import { testData } from '../support/test-data.ts';
import { seeds } from '../support/thoroughness.ts';

const cases = testData(import.meta.filename);

/** The text of a template, or `kind: message` of its error; other exceptions are defects and propagate. */
function outcome(source: string, variables: Record<string, unknown> = {}): string {
  try {
    return compile(source).render(variables);
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}

class Secret {
  readonly token = 'CANARY';
  get trap(): string {
    throw new Error('a getter ran');
  }
  method(): string {
    return 'CANARY';
  }
}

const NAMES = cases<string[]>('names');
const VALUES = cases<string[]>('values');

describe('a template', () => {
  it('cannot reach what JavaScript keeps behind a value', () => {
    const variables = { secret: new Secret(), plain: { a: 1 }, list: [1] };
    const seen: string[] = [];
    for (const value of VALUES) {
      for (const name of NAMES) {
        for (const access of [
          `(${value}).${name}`,
          `(${value})['${name}']`,
          `(${value}) | attr('${name}')`,
          `[${value}] | map(attribute='${name}') | first`,
          `'{0.${name}}'.format(${value})`,
        ]) {
          const text = outcome(`{{ (${access}) | string }}`, variables);
          if (/function|native|\[object|CANARY|class |=>/.test(text)) seen.push(`${access}: ${text}`);
        }
      }
    }
    // A method of the language prints as Python prints it.
    expect(seen.filter((line) => !/: <(built-in method|function|class) /.test(line))).toEqual([]);
  });

  it('calls nothing of JavaScript', () => {
    for (const source of cases<string[]>('escapes')) {
      const text = outcome(source, { secret: new Secret(), hook: () => 'CANARY' });
      expect(text, source).toMatch(
        /^(UndefinedError|SecurityError|TypeError|TemplateRuntimeError|RecursionError|AttributeError): /,
      );
      expect(text).not.toMatch(/CANARY/);
    }
  });

  it('takes __proto__ as a key like any other', () => {
    const payload = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}') as Record<string, unknown>;
    expect(
      outcome("{{ p['__proto__'].x }}{{ p.constructor }}{{ p.toString is defined }}", { p: payload }),
    ).toBe('12False');
    expect(outcome("{{ {'__proto__': 1} }}")).toBe("{'__proto__': 1}");
    expect(outcome("{{ dict([('__proto__', {'polluted': 1})]).polluted is defined }}")).toBe('False');
    expect(outcome('{% set __proto__ = 5 %}{% set ns = namespace(__proto__=1) %}{{ __proto__ }}')).toBe('5');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('never runs a getter of an object that is not plain', () => {
    expect(outcome('{{ s.trap }}|{{ s }}|{{ s.token }}', { s: new Secret() })).toBe('|<object>|');
    expect(outcome("{{ m.size }}{{ m.get('a') }}", { m: new Map([['a', 'CANARY']]) })).toMatch(
      /^UndefinedError/,
    );
  });

  it.each([
    ...cases<[string][]>('costly'),
    [`${'('.repeat(5000)}`],
    [`{{ ${'('.repeat(5000)}1${')'.repeat(5000)} }}`],
    [`{{ ${'['.repeat(5000)} }}`],
    [`{{ ${'-'.repeat(5000)}1 }}`],
    [`{{ ${'not '.repeat(5000)}1 }}`],
    [`{{ 1${' + 1'.repeat(20000)} }}`],
    [`{{ x${'.a'.repeat(20000)} }}`],
    [`{{ x${' | upper'.repeat(20000)} }}`],
    ['{% if 1 %}'.repeat(5000)],
    [`{{ ${'1_'.repeat(50000)}1 }}`],
    [`{{ '${'\\x41'.repeat(20000)}' }}`],
    [`{% raw %}${'{% '.repeat(50000)}`],
    [`${'{#'.repeat(50000)}`],
  ])('ends within its limits: %s', (source) => {
    const text = outcome(source);
    expect(text.length).toBeLessThanOrEqual(LIMITS.output + 400);
    expect(parseNative(text)).toBeDefined();
  });

  it.each(cases<[string][]>('slow patterns'))('no pattern runs forever: %s', (pattern) => {
    for (const find of ['regex_search', 'regex_match', 'regex_findall', 'regex_replace']) {
      const source = `{{ ('a' * 5000 ~ '!?') | ${find}(p) | string | length }}`;
      expect(outcome(source, { p: pattern })).toMatch(/^\d+$|^TimeoutError: /);
    }
  });

  it('is refused when it is longer than the limit', () => {
    expect(outcome('a'.repeat(LIMITS.source + 1))).toMatch(/^TemplateSyntaxError: Template is longer/);
  });
});

const word = fc.constantFrom(...FILTERS.map(({ name }) => name).filter((name) => name !== 'lipsum'));
const test = fc.constantFrom(...TESTS.map(({ name }) => name).filter((name) => /^\w+$/.test(name)));
const leaf = fc.constantFrom(
  ...VALUES,
  'none',
  '-1',
  '0',
  '1e308',
  '[]',
  "'{}%s'",
  '10 ** 30',
  "['a', 2]",
  'x',
  ...FUNCTIONS.map(({ name }) => name),
);
const expression = fc.letrec<{ e: string }>((tie) => ({
  e: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc
      .tuple(
        tie('e'),
        fc.constantFrom('+', '-', '*', '/', '//', '%', '~', '==', '<', 'in', 'and', 'or'),
        tie('e'),
      )
      .map(([a, o, b]) => `(${a} ${o} ${b})`),
    fc.tuple(tie('e'), word).map(([a, f]) => `(${a} | ${f})`),
    fc.tuple(tie('e'), word, tie('e')).map(([a, f, b]) => `(${a} | ${f}(${b}))`),
    fc.tuple(tie('e'), test).map(([a, t]) => `(${a} is ${t})`),
    fc
      .tuple(tie('e'), fc.constantFrom(...NAMES, 'items', 'upper', 'format', 'strftime', 'get', '__class__'))
      .map(([a, n]) => `(${a}).${n}`),
    fc
      .tuple(tie('e'), fc.constantFrom(...NAMES, 'items', 'format', 'get'), tie('e'))
      .map(([a, n, b]) => `(${a}).${n}(${b})`),
    fc.tuple(tie('e'), tie('e')).map(([a, b]) => `(${a})[${b}]`),
    fc.tuple(tie('e'), tie('e')).map(([a, b]) => `(${a})(${b})`),
    fc.tuple(tie('e'), tie('e')).map(([a, b]) => `{${a}: ${b}}`),
  ),
})).e;

describe('properties', () => {
  it('any text compiles or is refused with a place', () => {
    const fragments = fc.constantFrom(
      '{{',
      '}}',
      '{%',
      '%}',
      '{#',
      '#}',
      '-',
      '+',
      'if',
      'for',
      'x',
      'in',
      'endif',
      'endfor',
      'set',
      '=',
      '|',
      '.',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      "'",
      '"',
      '1',
      '1.5',
      'e',
      ' ',
      '\n',
      '\\',
      'raw',
      'macro',
      'block',
      'is',
      'not',
      ',',
      ':',
      '~',
      '**',
      'é',
      '🎉',
      '\0',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fragments, { maxLength: 30 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (source) => {
        try {
          compile(source).render({ x: [1] });
        } catch (error) {
          expect(error).toBeInstanceOf(TemplateError);
        }
      }),
      { numRuns: seeds(300, 3000) },
    );
  });

  it('any expression ends in a text or a failure of the language, and shows nothing of JavaScript', () => {
    fc.assert(
      fc.property(expression, (source) => {
        const text = outcome(`{{ ${source} }}`, {
          secret: new Secret(),
          plain: { a: 1 },
          list: [1],
          x: 'text',
        });
        expect(text).not.toMatch(/CANARY|\[native code\]|\[object |\[class /);
      }),
      { numRuns: seeds(400, 4000) },
    );
  });
});
