import { describe, expect, it } from 'vitest';
import { makeEnvironment } from '../../src/jinja/environment.ts';
import { compile, TemplateError } from '../../src/jinja/template.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

const FILES: ReadonlyMap<string, string> = new Map([
  ['m.jinja', '{% macro f(x) %}<{{ x }}>{% endmacro %}{% set k = 7 %}{% set _p = 1 %}top'],
  ['i.jinja', "inc {{ v }} {{ x|default('nox') }}"],
  ['base.jinja', "A{% block a %}ba{% endblock %}B{% block b %}bb{% endblock %}C{{ k|default('') }}"],
  ['mid.jinja', "{% extends 'base.jinja' %}{% block a %}ma[{{ super() }}]{% endblock %}"],
]);
const environment = makeEnvironment({ load: (name) => FILES.get(name) });
const variables = { v: 1, d: { a: 1, b: [2] } };

describe('statements', () => {
  it.each(cases<[string, string][]>('rendered'))('%s prints %s', (source, text) => {
    expect(compile(source, environment).render(variables)).toBe(text);
  });

  it.each(cases<[string, string][]>('errors'))('%s fails with %s', (source, message) => {
    expect(() => compile(source, environment).render(variables)).toThrow(TemplateError);
    expect(() => compile(source, environment).render(variables)).toThrow(message);
  });
});

describe('an undefined value', () => {
  const told = (source: string, strict = false): string[] => {
    const lines: string[] = [];
    try {
      compile(source).render({}, { strict, warn: (level, text) => lines.push(`${level} ${text}`) });
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      lines.push(error.message);
    }
    return lines;
  };

  it('is reported when it is printed, tested or iterated', () => {
    expect(told('{{ a }}')).toEqual(["WARNING 'a' is undefined"]);
    expect(told('{% if a %}{% endif %}')).toEqual(["WARNING 'a' is undefined"]);
    expect(told('{% for i in a %}{% endfor %}')).toEqual(["WARNING 'a' is undefined"]);
    expect(told('{{ a is defined }}{{ a | default(1) }}')).toEqual([]);
  });

  it('fails at any other use, and in strict mode at every use', () => {
    expect(told('{{ a.b }}')).toEqual(["ERROR 'a' is undefined", "UndefinedError: 'a' is undefined"]);
    expect(told('{{ a + 1 }}')).toEqual(["UndefinedError: 'a' is undefined"]);
    for (const source of cases<string[]>('strict')) {
      expect(told(source, true), source).toEqual(["UndefinedError: 'a' is undefined"]);
    }
    expect(told('{{ a is defined }}{{ a | default(1) }}', true)).toEqual([]);
  });
});

describe('a render', () => {
  it('ends when its time is over', () => {
    const source = '{% for i in range(100000) %}{% for j in range(1000) %}{% endfor %}{% endfor %}';
    expect(() => compile(source).render({}, { expired: () => true })).toThrow('TimeoutError');
  });

  it('hands its host to functions from outside, whose variables shadow them', () => {
    const ask = {
      name: 'ask',
      signature: 'ask(entity, *, loud=false)',
      run: (context: { host: unknown }, entity: unknown, loud: unknown) =>
        `${String(context.host)}:${String(entity)}:${String(loud)}`,
    };
    const home = makeEnvironment({ functions: [ask], filters: [ask], globals: { house: 'H' } });
    const render = (source: string, given = {}): string =>
      compile(source, home).render(given, { host: 'host' });
    expect(render("{{ ask('a') }}|{{ 'b' | ask(loud=true) }}|{{ house }}")).toBe(
      'host:a:undefined|host:b:true|H',
    );
    expect(render('{{ ask }}', { ask: 5 })).toBe('5');
    expect(() => render("{{ ask('a', true) }}")).toThrow('TypeError: ask() takes 1 positional argument');
  });
});
