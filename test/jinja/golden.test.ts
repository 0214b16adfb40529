import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ExactJson, parseExactJson } from '../../src/core/json.ts';
import { makeEnvironment } from '../../src/jinja/environment.ts';
import { compile, TemplateError, type Variables } from '../../src/jinja/template.ts';
import { toPlain } from '../../src/jinja/values/plain.ts';
import { asksHome } from '../golden/home-templates.ts';
import { useMachineZone } from '../support/machine-zone.ts';

interface Row {
  readonly id: string;
  readonly template: string;
  readonly world?: string;
  readonly states?: unknown;
  readonly variables?: Variables;
  readonly result?: string;
  readonly error?: boolean;
  readonly message_contains?: string;
  readonly native?: ExactJson;
}

const path = new URL('../golden/templates.jsonl', import.meta.url);
const rows = readFileSync(path, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => parseExactJson(line) as ExactJson & Row);
const ofHome = rows.filter(asksHome);
const own = rows.filter((row) => !ofHome.includes(row));
// Where the rows were recorded.
useMachineZone('UTC');
const environment = makeEnvironment({ timeZone: () => 'Europe/Amsterdam' });

function render(row: Row): string {
  try {
    return compile(row.template, environment).render(row.variables ?? {});
  } catch (error) {
    if (error instanceof TemplateError) return `error ${error.message}`;
    throw error;
  }
}

describe('the recorded rows that need no home', () => {
  it('are those that name nothing of a home', () => {
    expect(rows.length).toBe(1313);
    expect(own.length).toBe(1118);
    const families = new Set(ofHome.map(({ id }) => id.replace(/-.*/, '')));
    expect([...families].sort()).toEqual(['dash', 'dt', 'filt', 'hafilt', 'sandbox', 'st', 'test']);
  });

  it.each(own.map((row) => [row.id, row] as const))('%s', (_id, row) => {
    if (row.error === true) expect(render(row)).toContain(row.message_contains ?? 'error ');
    else expect(render(row)).toBe(row.result);
    // A text without tags is sent unchanged.
    if (row.native !== undefined && !compile(row.template, environment).isStatic) {
      const native = compile(row.template, environment).renderNative(row.variables ?? {});
      expect(JSON.parse(JSON.stringify(toPlain(native)))).toEqual(JSON.parse(JSON.stringify(row.native)));
    }
  });
});
