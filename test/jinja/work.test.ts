import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probes, probeVariables } from '../../bench/template-probes.js';
import { makeEnvironment } from '../../src/jinja/environment.ts';
import { METHODS } from '../../src/jinja/methods/members.ts';
import { compile, TemplateError } from '../../src/jinja/template.ts';
import { callable } from '../../src/jinja/values/call.ts';
import type { Environment, Value } from '../../src/jinja/values/context.ts';
import { LIMITS } from '../../src/jinja/values/limits.ts';
import { PyObject } from '../../src/jinja/values/py-object.ts';
import { HOME_FILTERS, HOME_FUNCTIONS, HOME_TESTS } from '../../src/templates/language.ts';
import { CountedSteps } from '../support/counted-steps.ts';
import { seeds } from '../support/thoroughness.ts';

/** Units of work between two looks at the clock. */
const LOOK_EVERY = 4096;
/** Engine steps per unit of work: at about 1 ns each, the time is checked in less than 1 ms. */
const STEPS_PER_UNIT = 64;

interface Probe {
  readonly kind: string;
  readonly name: string;
  readonly label: string;
  readonly source: string;
}

const variables = probeVariables(1 / 16);
const language = makeEnvironment({ filters: HOME_FILTERS, tests: HOME_TESTS, functions: HOME_FUNCTIONS });
let steps: CountedSteps;
beforeAll(() => {
  steps = new CountedSteps(/\/src\/(?:core|jinja|templates)\/|\/work\.test\.ts/);
});
afterAll(() => steps.end());

/** A few probes of each builtin, from all over its values; `bench/template-attacks.js` runs all of them. */
function chosen(environment: Environment, perBuiltin: number): Map<string, Probe[]> {
  const all = new Map<string, Probe[]>();
  for (const probe of probes(environment, METHODS) as Iterable<Probe>) {
    const key = `${probe.kind} ${probe.name}`;
    const list = all.get(key) ?? [];
    list.push(probe);
    all.set(key, list);
  }
  for (const [key, list] of all) {
    const every = Math.max(1, list.length / perBuiltin);
    all.set(
      key,
      Array.from(
        { length: Math.min(perBuiltin, list.length) },
        (_, at) => list[Math.floor(at * every)],
      ).filter((probe) => probe !== undefined),
    );
  }
  return all;
}

/** The problem with the work of a render or compilation that expires at the first check, if any. */
function fault(work: (expired: () => boolean) => void): string | undefined {
  let looks = 0;
  const expired = (): boolean => {
    looks += 1;
    return true;
  };
  steps.take();
  let kind = 'ended';
  try {
    work(expired);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    kind = error.kind;
  }
  const taken = steps.take();
  if (looks > 1) return `went on for ${looks - 1} looks after its time was over`;
  if (looks === 1 && kind !== 'TimeoutError') return `did not say that its time was over, but ${kind}`;
  const perUnit = taken / LOOK_EVERY;
  return perUnit > STEPS_PER_UNIT ? `${Math.round(perUnit)} steps for each unit of work` : undefined;
}

function faultsOf(environment: Environment, of: Iterable<readonly [string, readonly Probe[]]>): string[] {
  const faults: string[] = [];
  for (const [, list] of of) {
    for (const { label, source } of list) {
      const template = compile(source, environment);
      const found = fault((expired) => template.render(variables, { expired }));
      if (found !== undefined) faults.push(`${label}: ${found}`);
    }
  }
  return faults;
}

const PLANTED = [
  // Compares all with all and counts nothing.
  callable('planted_pairs(value)', (_context, value) => {
    let same = 0;
    const list = Array.isArray(value) ? value.slice(0, 1000) : [];
    for (const a of list) for (const b of list) if (a === b) same += 1;
    return same;
  }),
  // Changes letter by letter and counts nothing.
  callable('planted_letters(value)', (_context, value) => {
    let text = '';
    if (typeof value !== 'string') return text;
    for (let round = 0; round < 4; round += 1) for (const char of value) text = char === '%' ? char : text;
    return text;
  }),
  // Goes on when its time is over.
  callable('planted_deaf(value)', (context, value) => {
    for (let round = 0; round < 10; round += 1) {
      try {
        context.spend(LOOK_EVERY);
      } catch {}
    }
    return value;
  }),
];

/** A value that is called without the table of functions, and counts nothing. */
class Uncounted extends PyObject {
  override get callable(): boolean {
    return true;
  }

  override call(_context: unknown, args: readonly Value[]): Value {
    const [value] = args;
    let n = 0;
    for (let round = 0; round < 300_000; round += 1) n += value === undefined ? 0 : 1;
    return n;
  }
}

describe('the work of a template', () => {
  const groups = [...chosen(language, seeds(3, 6))];

  it('is tried on every builtin of the tables', () => {
    const keys = new Set(groups.map(([key]) => key));
    for (const name of language.filters.keys()) expect(keys).toContain(`filter ${name}`);
    for (const name of language.tests.keys()) if (/^\w+$/.test(name)) expect(keys).toContain(`test ${name}`);
    for (const [type, methods] of METHODS)
      for (const name of methods.keys()) expect(keys).toContain(`method ${type}.${name}`);
    for (const { name } of [...HOME_FUNCTIONS]) expect(keys).toContain(`function ${name}`);
  });

  it.each(['filter', 'test', 'function', 'method', 'operator', 'form'])(
    'is counted as it is done: each %s',
    (kind) => {
      const of = groups.filter(([key]) => key.startsWith(`${kind} `));
      expect(of.length).toBeGreaterThan(5);
      expect(faultsOf(language, of)).toEqual([]);
    },
    120_000,
  );

  it('shows where it is not counted', () => {
    const environment = makeEnvironment({
      filters: [...HOME_FILTERS, ...PLANTED],
      globals: { uncounted: new Uncounted() },
    });
    const planted = [...chosen(environment, 6)].filter(([key]) => /planted|uncounted/.test(key));
    const faults = faultsOf(environment, planted);
    for (const name of ['planted_pairs', 'planted_letters', 'planted_deaf', 'uncounted'])
      expect(faults.join('\n')).toMatch(new RegExp(`${name}.*(?:steps for each unit|went on|did not say)`));
  });

  const long = (part: string): string => part.repeat(Math.floor((LIMITS.source - 4000) / part.length));
  it.each([
    ['prints', long('{{a}}')],
    ['filters', `{{ a${long('|e').slice(0, 280)} }}${long('{{a|e}}')}`],
    ['assignments', long('{%set a=1%}')],
    ['a long list', `{{[${long('a,')}a]}}`],
    ['a long dict', `{{ {${long('1:1,')}} }}`],
    ['long arguments', `{{ f(${long('a,')}a) }}`],
    ['escapes', `{{'${long('\\x41')}'}}`],
    ['conditions', long('{%if a%}{%endif%}')],
    ['loops in loops', long(`${'{%for a in b%}'.repeat(100)}{{loop}}${'{%endfor%}'.repeat(100)}`)],
    ['macros', long('{%macro a()%}{%endmacro%}')],
    ['branches', `{%if a%}${long('{%elif a%}')}{%endif%}`],
    ['brackets', long('{{((((((((((a))))))))))}}')],
    ['comments', long('{##}')],
    ['names in deep scopes', `${'{%if a%}'.repeat(140)}${long('{{b}}')}${'{%endif%}'.repeat(140)}`],
    ['calls in calls', `{{${'a('.repeat(140)}${long('b,')}${')'.repeat(140)}}}`],
    ['openings', long('{% ')],
    ['includes', long("{%include 'a'%}")],
    ['blanks', `{{${long(' ')}a}}`],
  ])('of a compilation is counted as it is done: %s', (_what, source) => {
    expect(fault((expired) => compile(`${source} `, language, expired))).toBeUndefined();
  });

  it('of all parts of a long body is counted in each round', () => {
    for (const part of ['{{ a }}', '{% set x = a + a %}', '{{ a ~ a }}', '{% if a == 1 %}{% endif %}']) {
      const source = `{% for i in range(100000) %}${part.repeat(5000)}{% endfor %}`;
      const template = compile(source, language);
      expect(fault((expired) => template.render({ a: 1 }, { expired }))).toBeUndefined();
    }
  });

  it('ends with a failure that names the limit', () => {
    const source = '{% for i in range(100000) %}{% endfor %}';
    expect(() => compile(source).render({}, { expired: () => true })).toThrow(
      'TimeoutError: Template took too long: the limit is 40 ms for each render',
    );
  });

  it('is reset for each render, and not counted outside of renders', () => {
    const source = '{% for i in range(4000) %}{% endfor %}';
    const template = compile(source);
    let looks = 0;
    const expired = (): boolean => {
      looks += 1;
      return false;
    };
    for (let round = 0; round < 5; round += 1) template.render({}, { expired });
    expect(looks).toBe(0);
  });
});
