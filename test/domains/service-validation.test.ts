import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { EntityService, Values } from '../../src/domains/define-domain.ts';
import { domains } from '../../src/domains/index.ts';
import { parseFields } from '../../src/entities/service-call.ts';
import { parseTarget } from '../../src/entities/targets.ts';
import { parse as parseTemplate } from '../../src/jinja/parser.ts';

interface Row {
  readonly id: string;
  readonly domain: string;
  readonly service: string;
  readonly data: Values;
  readonly status: number | readonly number[];
  readonly message_contains?: string;
  readonly query?: string;
}

const rows = readFileSync(new URL('../golden/service-validation.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Row);

function serviceOf({ domain, service }: Row): EntityService | undefined {
  const found = domains.find((one) => one.name === domain);
  return found?.services.find((one) => one.name === service.toLowerCase());
}

/** Checks the call as far as it can be without any entity. */
function check(row: Row, service: EntityService): void {
  const asked = row.query === 'return_response';
  if (service.response === 'only' && !asked) throw new Error('the answer must be asked for');
  if ((service.response ?? 'none') === 'none' && asked) throw new Error('there is no answer');
  parseFields(service, row.data, true, parseTemplate);
  if (parseTarget(row.data) === undefined) throw new Error('no entity_id or other target');
}

for (const row of rows) {
  const service = serviceOf(row);
  // Services without entities (reload, scene.apply …) belong to other parts and are tried there.
  if (service === undefined) continue;
  test(`recorded: ${row.id}`, () => {
    // 500 with an answer asked for: the call is right, but there is no entity to answer.
    if ([row.status].flat()[0] === 200 || row.status === 500) check(row, service);
    else expect(() => check(row, service)).toThrow(row.message_contains ?? /./);
  });
}

test('what a kind of device does not offer, it has no service for', () => {
  const missing = rows.filter(({ id }) => /no-such-service|no-services-domain|unknown-service/.test(id));
  expect(missing.length).toBeGreaterThan(5);
  for (const row of missing) expect(serviceOf(row), row.id).toBe(undefined);
});

test('the recorded rows are there', () => {
  expect(rows.filter((row) => serviceOf(row) !== undefined).length).toBeGreaterThan(850);
});
