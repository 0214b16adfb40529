import { describe, expect, it } from 'vitest';
import { parseExactJson } from '../../src/core/json.ts';
import { compile, TemplateError } from '../../src/jinja/template.ts';

function failure(source: string, variables = {}): TemplateError {
  try {
    compile(source).render(variables);
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error(`${source} does not fail`);
}

describe('a template', () => {
  it('prints the payload of a device', () => {
    const variables = {
      value: 'ON',
      value_json: parseExactJson('{"a": {"b": 21.0}, "t": "21.456", "n": null}'),
    };
    expect(compile('{{ value }}').render(variables)).toBe('ON');
    expect(compile('{{ value_json.a.b }}').render(variables)).toBe('21.0');
    expect(compile("{{ value_json['a']['b'] | int }}").render(variables)).toBe('21');
    expect(compile('{{ value_json.t | float | round(1) }}').render(variables)).toBe('21.5');
    expect(compile("{{ value_json.gone | default('none') }}").render(variables)).toBe('none');
    expect(compile('{% if value_json.n is none %}yes{% else %}no{% endif %}').render(variables)).toBe('yes');
  });

  it('names the failure, its line and its column', () => {
    expect(failure('{{ x.y }}').message).toBe("UndefinedError: 'x' is undefined");
    const syntax = failure('a\n{{ 1 2 }}');
    expect(syntax.code).toBe('template_error');
    expect([syntax.line, syntax.column]).toEqual([2, 6]);
    expect(failure('a\nb\n{{ x + 1 }}').line).toBe(3);
  });

  it('is compiled once for each source', () => {
    expect(compile('{{ 1 }}')).toBe(compile('{{ 1 }}'));
  });
});
