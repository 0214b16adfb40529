import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Values } from '../../src/domains/define-domain.ts';
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

/** Checks the call as far as it can be without any entity. */
function check({ domain, service, data, query }: Row): void {
  const found = domains
    .find((one) => one.name === domain)
    ?.services.find((one) => one.name === service.toLowerCase());
  if (found === undefined) throw new Error('no such service');
  const asked = query === 'return_response';
  if (found.response === 'only' && !asked) throw new Error('the answer must be asked for');
  if ((found.response ?? 'none') === 'none' && asked) throw new Error('there is no answer');
  parseFields(found, data, true, parseTemplate);
  if (parseTarget(data) === undefined) throw new Error('no entity_id or other target');
}

/** Services that belong to the integrations, not to a kind of entity. */
const OTHERS = /^(notify\.(?!send_message)|device_tracker\.|\w+\.reload$)/;

for (const row of rows) {
  if (!domains.some((one) => one.name === row.domain) || OTHERS.test(`${row.domain}.${row.service}`))
    continue;
  test(`recorded: ${row.id}`, () => {
    // 500 with an answer asked for: the call is right, but there is no entity to answer.
    if ([row.status].flat()[0] === 200 || row.status === 500) check(row);
    else expect(() => check(row)).toThrow(row.message_contains ?? /./);
  });
}

test('the recorded rows are there', () => {
  expect(rows.length).toBeGreaterThan(1000);
});
