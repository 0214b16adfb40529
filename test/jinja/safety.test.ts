import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FILTERS, FUNCTIONS, TESTS } from '../../src/jinja/environment.ts';
import { compile, TemplateError } from '../../src/jinja/template.ts';
import { LIMITS } from '../../src/jinja/values/limits.ts';
import { parseNative } from '../../src/jinja/values/native.ts';

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

const NAMES = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  '__lookupGetter__',
  'length',
  'size',
  'call',
  'apply',
  'bind',
  'name',
  'caller',
  'arguments',
  'then',
  'entries',
  'slots',
  'fields',
  'zone',
  'wall',
  'value',
  'run',
  'definition',
  'token',
  'trap',
  'method',
];
const VALUES = [
  "''",
  "'a'",
  '5',
  '1.5',
  'true',
  '[1]',
  '(1,)',
  '{}',
  "{'a': 1}",
  'range',
  'dict',
  'namespace',
  'range(3)',
  'cycler(1)',
  'joiner()',
  'timedelta()',
  "('2024-01-01' | as_datetime)",
  "('2024-01-01T00:00:00Z' | as_datetime).tzinfo",
  "version('1')",
  "'a'.upper",
  "'a'.encode()",
  '[1].items',
  "{'a': 1}.items",
  '{1: 2}.keys()',
  "[1] | map('string')",
  'secret',
  'plain',
  'list',
  'nothing',
];

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
    for (const source of [
      "{{ ''.constructor.constructor('return process')() }}",
      "{{ [].constructor.constructor('return 1')() }}",
      "{{ range.constructor('return process')() }}",
      '{{ secret.method() }}',
      '{{ secret() }}',
      '{{ secret.constructor() }}',
      "{{ {}.__proto__.polluted }}{{ {}['__proto__']['x'] }}",
      '{{ hook() }}',
      "{{ [1] | map('constructor') | list }}",
      '{{ 1 | apply(secret) }}',
      "{{ self.constructor('x')() }}",
      "{{ joiner.__init__.__globals__['os'].popen('id').read() }}",
      '{{ cycler.__init__.__globals__ }}{{ cycler.__init__.__globals__.x }}',
      "{{ ''.__class__.__mro__[1].__subclasses__() }}",
      "{{ ('%s'.__class__.__base__).__subclasses__() }}",
      '{{ (1).__class__.__bases__[0] }}',
    ]) {
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
    ["{{ 'a' * 100000000 }}"],
    ["{{ 'a' * 10000000 * 10000000 }}"],
    ['{{ [1] * 100000000 }}'],
    ['{{ [[1] * 1000000] * 1000000 }}'],
    ['{{ range(10000000) | list }}'],
    ['{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}'],
    ['{{ 10 ** 10 ** 10 }}'],
    ['{{ 9 ** (9 ** 9) }}'],
    [
      '{% set ns = namespace(n=3) %}{% for i in range(64) %}{% set ns.n = ns.n * ns.n %}{% endfor %}{{ ns.n }}',
    ],
    [
      "{% set ns = namespace(s='a') %}{% for i in range(64) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}{{ ns.s }}",
    ],
    [
      '{% set ns = namespace(l=[1]) %}{% for i in range(64) %}{% set ns.l = ns.l + ns.l %}{% endfor %}{{ ns.l }}',
    ],
    [
      '{% set ns = namespace(l=[1]) %}{% for i in range(40) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}{{ ns.l == ns.l }}{{ ns.l | string | length }}',
    ],
    [
      '{% set ns = namespace(l=[1]) %}{% for i in range(90000) %}{% set ns.l = [ns.l] %}{% endfor %}{{ ns.l }}',
    ],
    ['{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}'],
    ['{% macro a() %}{{ b() }}{% endmacro %}{% macro b() %}{{ a() }}{% endmacro %}{{ a() }}'],
    ['{% for i in [1] recursive %}{{ loop([1]) }}{% endfor %}'],
    ["{{ 'a'.center(1000000000) }}"],
    ["{{ 'a'.zfill(1000000000) }}"],
    ["{{ '%1000000000d' % 1 }}"],
    ["{{ '%.1000000000f' % 1 }}"],
    ["{{ '{:1000000000}'.format(1) }}"],
    ["{{ '{:.1000000000f}'.format(1.5) }}"],
    ["{{ 'a' | center(1000000000) }}"],
    [
      "{{ 'aaaaaaaaaa' * 1000 | replace('', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa') }}",
    ],
    ["{{ 'a'.join(range(100000) | map('string')) | length }}"],
    [`${'('.repeat(5000)}`],
    [`{{ ${'('.repeat(5000)}1${')'.repeat(5000)} }}`],
    [`{{ ${'['.repeat(5000)} }}`],
    [`{{ ${'-'.repeat(5000)}1 }}`],
    [`{{ ${'not '.repeat(5000)}1 }}`],
    [`{{ 1${' + 1'.repeat(20000)} }}`],
    [`{{ x${'.a'.repeat(20000)} }}`],
    [`{{ x${' | upper'.repeat(20000)} }}`],
    ['{% if 1 %}'.repeat(5000)],
    ['{{ lipsum(100000) | length }}'],
    ["{{ ''.join(['a' * 1000000] * 1000) | length }}"],
    ['{{ range(100000) | batch(1000000000) | list | length }}'],
    ['{{ [1] | batch(1000000000, 1) | list | length }}'],
    ['{{ [1] | slice(1000000000) | list | length }}'],
    ["{{ 'a' | indent(1000000000) }}"],
    ["{{ 'a\\tb'.expandtabs(1000000000) | length }}"],
    ['{{ (10 ** 4000) | string * 100000 }}'],
    ['{{ range(100000) | sum(start=[]) }}'],
    ['{{ (1).to_bytes(1000000000) }}'],
    ["{{ 'x' | wordwrap(0) }}"],
    ["{{ ('a' ~ ' ' * 1000000 ~ 'é') | trim | length }}"],
    ["{{ ('1' ~ ' ' * 1000000 ~ 'x') | float(0) }}"],
    ["{{ ('%(' * 1000000) % {} }}"],
    ["{{ ('{' ~ '[' * 1000000).format(1) }}"],
    ["{{ ('{a' ~ '.a' * 500000 ~ '}').format(a=1) }}"],
    ["{{ ('.' * 1000000 ~ 'x') | urlize | length }}"],
    ["{{ ('-' * 1000000) | wordwrap | length }}"],
    ["{{ ('<!--' * 500000) | striptags | length }}"],
    ["{{ ('<' * 1000000) | striptags | length }}"],
    ["{{ ('%s' * 1000) % tuple(['a' * 1000000] * 1000) }}"],
    ["{{ ('{0}' * 1000).format('a' * 1000000) }}"],
    ["{{ ['a' * 1000000] * 1000 }}"],
    ["{{ (['a' * 1000000] * 1000) | to_json }}"],
    ["{{ ('a' * 1000000).translate({97: 'b' * 1000000}) }}"],
    ["{{ ('a\\n' * 1000000) | indent(1000) }}"],
    ["{{ ('a ' * 1000000) | replace(' ', 'b' * 1000000) }}"],
    ["{{ ('\\t' * 1000000).expandtabs(1000) | length }}"],
    ["{{ ('a' * 4000000) | list | length }}"],
    ["{{ 'x' | regex_search('[' ~ 'a-z' * 100000 ~ ']') }}"],
    ["{{ '[' ~ '1' * 200000 ~ 'x' ~ ']' }}"],
    ["{{ '[' ~ '\"' * 200000 }}"],
    [`{{ ${'1_'.repeat(50000)}1 }}`],
    [`{{ '${'\\x41'.repeat(20000)}' }}`],
    [`{% raw %}${'{% '.repeat(50000)}`],
    [`${'{#'.repeat(50000)}`],
    ["{{ strptime('1' * 100000, '%Y' * 1000, 0) }}"],
    ["{{ ('%c' * 100000) | length }}{{ 0 | timestamp_custom('%c' * 10000) | length }}"],
    ["{{ pack(1, '1000000000s') }}"],
  ])('ends within its limits: %s', (source) => {
    const text = outcome(source);
    expect(text.length).toBeLessThanOrEqual(LIMITS.output + 400);
    expect(parseNative(text)).toBeDefined();
  });

  it.each([
    ['(a+)+$'],
    ['(a|a)*$'],
    ['(a|aa)+$'],
    ['(.*a){20}$'],
    ['(a*)*b'],
    ['(?:a?){30}a{30}b'],
    ['(\\w+\\s?)*!$'],
    ['^(([a-z])+.)+[A-Z]([a-z])+$'],
    ['(a+)+\\1$'],
    ['(?=(a+)+b)'],
    ['((a+)+)+b'],
    ['(?:(?:a+)+)+b'],
    ['(?>(a+)+)b'],
  ])('no pattern goes on for ever: %s', (pattern) => {
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
      { numRuns: 3000 },
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
      { numRuns: 4000 },
    );
  });
});
