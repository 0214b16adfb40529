import { describe, expect, it } from 'vitest';
import { makeEnvironment } from '../../src/jinja/environment.ts';
import { compile, TemplateError } from '../../src/jinja/template.ts';

const FILES: ReadonlyMap<string, string> = new Map([
  ['m.jinja', '{% macro f(x) %}<{{ x }}>{% endmacro %}{% set k = 7 %}{% set _p = 1 %}top'],
  ['i.jinja', "inc {{ v }} {{ x|default('nox') }}"],
  ['base.jinja', "A{% block a %}ba{% endblock %}B{% block b %}bb{% endblock %}C{{ k|default('') }}"],
  ['mid.jinja', "{% extends 'base.jinja' %}{% block a %}ma[{{ super() }}]{% endblock %}"],
]);
const environment = makeEnvironment({ load: (name) => FILES.get(name) });
const variables = { v: 1, d: { a: 1, b: [2] } };

describe('statements', () => {
  it.each([
    ["{% import 'm.jinja' as m %}{{ m.f(1) }}{{ m.k }}{{ m._p }}|{{ m }}", '<1>7|top'],
    ["{% from 'm.jinja' import f, k as kk %}{{ f(2) }}{{ kk }}", '<2>7'],
    ["{% from 'm.jinja' import zz %}{{ zz }}", ''],
    ["{% set x = 3 %}{% include 'i.jinja' %}", 'inc 1 3'],
    ["{% set x = 3 %}{% include 'i.jinja' without context %}", 'inc  nox'],
    ["{% include 'nope.jinja' ignore missing %}ok", 'ok'],
    ["{% include ['nope.jinja', 'i.jinja'] %}", 'inc 1 nox'],
    ["{% for x in [1,2] %}{% include 'i.jinja' %};{% endfor %}", 'inc 1 1;inc 1 2;'],
    ["{% extends 'base.jinja' %}{% block a %}ca{{ super() }}{% endblock %}", 'AcabaBbbC'],
    [
      "{% extends 'mid.jinja' %}{% block a %}x{{ super() }}{% endblock %}{% block b %}y{% endblock %}",
      'Axma[ba]ByC',
    ],
    ["{% extends 'base.jinja' %}{% set k = 9 %}junk", 'AbaBbbC9'],
    ['{% block a %}1{% block b %}2{% endblock %}{% endblock %}', '12'],
    [
      '{% for i in [1,[2,[3]]] recursive %}{{ loop.depth }}{% if i is iterable %}({{ loop(i) }}){% else %}{{ i }}{% endif %}{% endfor %}',
      '111(222(33))',
    ],
    ['{% for i in [1,2,3] %}{{ loop.previtem }}-{{ loop.nextitem }},{% endfor %}', '-2,1-3,2-,'],
    ["{% for i in [1,2,3] %}{{ loop.cycle('a','b') }}{% endfor %}", 'aba'],
    [
      '{% for i in range(3) %}{% for j in range(i) %}{{ i }}{{ j }} {% else %}E{% endfor %}{% endfor %}',
      'E10 20 21',
    ],
    [
      '{% for i in [1,2,3,4] %}{% if i == 2 %}{% continue %}{% endif %}{% if i == 4 %}{% break %}{% endif %}{{ i }}{% endfor %}',
      '13',
    ],
    [
      '{% for i in range(5) %}{% for j in range(5) %}{% if j > 1 %}{% break %}{% endif %}{{ j }}{% endfor %}{% if i > 1 %}{% break %}{% endif %}{% endfor %}',
      '010101',
    ],
    [
      '{% set ns = namespace(f=false) %}{% for i in range(9) if not ns.f %}{{ i }}{% if i == 3 %}{% set ns.f = true %}{% endif %}{% endfor %}',
      '0123',
    ],
    ['{% for k, v in d.items() %}{{ k }}{{ v }}{% endfor %}', 'a1b[2]'],
    ['{% for a, (b, c) in [(1, (2, 3))] %}{{ a }}{{ b }}{{ c }}{% endfor %}', '123'],
    [
      '{% macro m(a, b=a*2, c=[]) %}{{ a }}{{ b }}{{ c }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m(1) }}{{ m(1,2,3,4,z=5) }}',
      "12[](){}123(4,){'z': 5}",
    ],
    ['{% macro m(x) %}{{ x }}{% set x = 9 %}{{ x }}{% endmacro %}{{ m(1) }}{{ x }}', '19'],
    [
      '{% macro outer(x) %}{% macro inner(y) %}{{ x }}{{ y }}{% endmacro %}{{ inner(2) }}{% endmacro %}{{ outer(1) }}',
      '12',
    ],
    [
      '{% macro m() %}[{{ caller(1, b=2) }}]{% endmacro %}{% call(a, b=3) m() %}{{ a }}{{ b }}{% endcall %}',
      '[12]',
    ],
    ['{% set x %}a{{ v }}{% endset %}{{ x }}', 'a1'],
    ["{% set x | upper | replace('A','b') %}a{{ v }}{% endset %}{{ x }}", 'b1'],
    ["{% filter upper %}a{% filter replace('A','x') %}A{% endfilter %}{% endfilter %}", 'AX'],
    ['{% with a=1, b=a %}{{ a }}{{ b }}{% endwith %}', '1'],
    ['{% with a=v %}{% set v = 2 %}{{ a }}{{ v }}{% endwith %}{{ v }}', '121'],
    ['{% if v %}{% set z = 1 %}{% else %}{% set z = 2 %}{% endif %}{{ z }}', '1'],
    ['{% for i in [1,2] %}{{ z }}{% set z = i %}{{ z }}{% endfor %}{{ z }}', '12'],
    ['{% set z = 0 %}{% for i in [1,2] %}{{ z }}{% set z = i %}{{ z }}{% endfor %}{{ z }}', '01020'],
    ['{% macro t() %}{{ q }}{% endmacro %}{% set q = 5 %}{{ t() }}', '5'],
    ['{% set q = 4 %}{% macro t() %}{{ q }}{% endmacro %}{% set q = 5 %}{{ t() }}', '5'],
    ['{% for i in [1,2] %}{% macro t() %}{{ i }}{% endmacro %}{{ t() }}{% endfor %}', '12'],
    [
      "{% autoescape true %}{{ '<' }}{{ '<'|safe }}{% set x = '<b>' %}{{ x }}{% endautoescape %}{{ '<' }}",
      '&lt;<&lt;b&gt;<',
    ],
    ['{{ loop }}{% for i in [1] %}{{ loop.first }}{% endfor %}', 'True'],
    ['{% for i in [3,1,2]|sort %}{{ i }}{{ loop.revindex0 }}{% endfor %}', '122130'],
    ['{% raw -%}  {{ x }}  {%- endraw %}', '{{ x }}'],
    ['a  {%- raw %} b {% endraw -%}  c', 'a b c'],
    ['{{- 1 -}} x {{- 2 }}', '1x2'],
    ['{%- if true -%} a {%- else -%} b {%- endif -%} c', 'ac'],
    ['{% if 1 %}a{% elif 2 %}b{% else %}c{% endif %}', 'a'],
    ['{% if 0 %}a{% elif 0 %}b{% endif %}x', 'x'],
    ["{{ [1,2,3][1:]|first }}{{ 'x' if v else 'y' }}{{ 'n' if not v }}", '2x'],
    ["{{ d['a'] }}{{ d.a }}{{ d.get('zz', 'n') }}{{ d.items()|list }}", "11n[('a', 1), ('b', [2])]"],
    ["{{ (1,2)+(3,) }}{{ [1]*2 }}{{ {'a':{'b':1}}.a.b }}", '(1, 2, 3)[1, 1]1'],
    ['{% if false %}{{ x | nofilter }}{% endif %}ok', 'ok'],
    ["{{ 'a' if true else (x | nofilter) }}", 'a'],
    ['{{ 1.e5 }}', ''],
    ['{{ () }}{{ (1,) }}{{ ((1)) }}', '()(1,)1'],
    ['{{ "a" "b" \'c\' }}', 'abc'],
    ['{{ not not 1 }}{{ not 1 == 2 }}{{ 1 == 1 == 1 }}{{ 1 < 2 > 0 in [true] }}', 'TrueTrueTrueFalse'],
    ["{{ 'a' in 'abc' and 'b' not in 'xyz' }}", 'True'],
    ['{{ v is sameas v }}{{ v is eq(v) and not v is none }}', 'TrueTrue'],
    ['{{ 5 is divisibleby 5 }}{{ 5 is lt 6 and 1 is odd }}', 'TrueTrue'],
    ["{{ [1,2]|map('string')|join|length }}", '2'],
    ['{{ d|dictsort|first|last }}', '1'],
    ['{{ self.a() }}{% block a %}x{% endblock %}', 'xx'],
    ['{% print 1 %}{% print(2) %}', '12'],
    ['{# a #}{#- b -#} c', 'c'],
    ['{{ "{{" }}{{ \'%}\' }}', '{{%}'],
    ["{% set x = {'a': [1, {'b': (2,)}]} %}{{ x.a[1].b[0] }}{{ x }}", "2{'a': [1, {'b': (2,)}]}"],
    ["{% do d.get('a') %}x", 'x'],
  ])('%s prints %s', (source, text) => {
    expect(compile(source, environment).render(variables)).toBe(text);
  });

  it.each([
    [
      '{% macro m() %}x{% endmacro %}{% call m() %}y{% endcall %}',
      "TypeError: macro 'm' was invoked with two values for the special caller argument. This is most likely a bug.",
    ],
    ['{% set a = b = 1 %}', "TemplateSyntaxError: expected token 'end of statement block', got '='"],
    [
      '{% set a, b %}',
      "TemplateSyntaxError: Unexpected end of template. Jinja was looking for the following tags: 'endset'. The innermost block that needs to be closed is 'set'.",
    ],
    ['{% for %}', "TemplateSyntaxError: Expected an expression, got 'end of statement block'"],
    [
      '{% for i in %}x{% endfor %}',
      "TemplateSyntaxError: Expected an expression, got 'end of statement block'",
    ],
    ['{% if %}x{% endif %}', "TemplateSyntaxError: Expected an expression, got 'end of statement block'"],
    ['{% endif %}', "TemplateSyntaxError: Encountered unknown tag 'endif'."],
    [
      '{% for i in [1] %}x{% endif %}',
      "TemplateSyntaxError: Encountered unknown tag 'endif'. Jinja was looking for the following tags: 'endfor' or 'else'. The innermost block that needs to be closed is 'for'.",
    ],
    [
      '{% block a %}{% endblock b %}',
      "TemplateSyntaxError: expected token 'end of statement block', got 'b'",
    ],
    ['{% macro %}{% endmacro %}', "TemplateSyntaxError: expected token 'name', got 'end of statement block'"],
    [
      '{% macro m(a=1, b) %}{% endmacro %}',
      'TemplateSyntaxError: non-default argument follows default argument',
    ],
    ['{% call x %}{% endcall %}', 'TemplateSyntaxError: expected call'],
    ['{% set 1 = 2 %}', "TemplateSyntaxError: can't assign to 'const'"],
    ['{% set none = 2 %}', "TemplateSyntaxError: can't assign to 'const'"],
    ['{% set x.y = 2 %}', 'TemplateRuntimeError: cannot assign attribute on non-namespace object'],
    ['{% set v.y = 2 %}', 'TemplateRuntimeError: cannot assign attribute on non-namespace object'],
    ['{{ m(a=1, 2) }}', 'TemplateSyntaxError: invalid syntax for function call expression'],
    ["{{ m(**{'a':1}, b=2) }}", 'TemplateSyntaxError: invalid syntax for function call expression'],
    ['{{ 1 is }}', "TemplateSyntaxError: expected token 'name', got 'end of print statement'"],
    ['{{ 1 is odd is even }}', 'TemplateSyntaxError: You cannot chain multiple tests with is'],
    ['{{ 1 if }}', "TemplateSyntaxError: unexpected 'end of print statement'"],
    ['{{ x | nofilter }}', "TemplateAssertionError: No filter named 'nofilter'."],
    ['{{ x is notest }}', "TemplateAssertionError: No test named 'notest'."],
    [
      '{% if true %}{{ x | nofilter }}{% endif %}ok',
      "TemplateRuntimeError: No filter named 'nofilter' found.",
    ],
    ['{% include %}', "TemplateSyntaxError: unexpected 'end of statement block'"],
    ["{% import 'a' %}", "TemplateSyntaxError: expected token 'as', got 'end of statement block'"],
    ["{% from 'a' import %}", "TemplateSyntaxError: expected token 'name', got 'end of statement block'"],
    [
      "{% from 'm.jinja' import _p %}",
      'TemplateAssertionError: names starting with an underline can not be imported',
    ],
    ['{% extends %}', "TemplateSyntaxError: unexpected 'end of statement block'"],
    ["{{ '\\x4' }}", 'TemplateSyntaxError: truncated \\xXX escape'],
    ['{{ 1..a }}', 'TemplateSyntaxError: expected name or number'],
    ['{{ a.1.2 }}', "UndefinedError: 'a' is undefined"],
    ['{{ a[] }}', "UndefinedError: 'a' is undefined"],
    ['{{ }}', "TemplateSyntaxError: Expected an expression, got 'end of print statement'"],
    ['{% %}', 'TemplateSyntaxError: tag name expected'],
    [
      '{{ 2 * 3 ** 2 }}{{ -3 ** 2 }}{{ 7 // 2 ** 2 }}{{ 1 ~ 2 + 3 }}{{ 1 + 2 ~ 3 }}',
      'TypeError: can only concatenate str (not "int") to str',
    ],
  ])('%s fails with %s', (source, message) => {
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
    for (const source of [
      '{{ a }}',
      '{{ a.b }}',
      '{{ a == 1 }}',
      '{{ [a] | string }}',
      '{{ a | length }}',
      '{% if a %}{% endif %}',
    ]) {
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
      description: 'Asks.',
      example: ['', ''] as const,
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
