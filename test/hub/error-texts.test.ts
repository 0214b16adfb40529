import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { historyControl } from '../../src/api/history-control.ts';
import { HistoryImporter } from '../../src/api/history-importer.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import { HubError } from '../../src/core/errors.ts';
import { englishText, type Message } from '../../src/core/messages.ts';
import { issuesMessage } from '../../src/core/parse.ts';
import { domains } from '../../src/domains/index.ts';
import { simpleKinds } from '../../src/helpers/kinds/simple.ts';
import { templateKinds } from '../../src/helpers/template/kinds/index.ts';
import { readCatalogs } from '../../web/catalog-plugin.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { readSources, withoutComments } from '../support/source-rules.ts';
import { startTestHub, type TestHub } from '../support/start-hub.ts';

const root = new URL('../..', import.meta.url).pathname;
const texts = readCatalogs().en?.errors ?? {};
const WRONG: readonly unknown[] = [
  null,
  {},
  [],
  [null],
  ['?'],
  '',
  '?',
  -5e15,
  0.5,
  true,
  { '?': 1 },
  'x'.repeat(5000),
];

/** Two words of English in a row; lists of names have commas between them. */
const PHRASE = /\b(?!(?:sensor|binary)\b)[a-z]{2,} [a-z]{2,}\b/i;

/** What the schemas say of wrong values, each as a whole and per key. */
function complaints(schemas: Iterable<z.ZodType>): Message[] {
  return [...schemas].flatMap((schema) => {
    const shape = (schema as { readonly shape?: Readonly<Record<string, unknown>> }).shape ?? {};
    const values = [
      ...WRONG,
      ...Object.keys(shape).flatMap((key) => WRONG.map((wrong) => ({ [key]: wrong }))),
    ];
    return values.flatMap((value) => {
      try {
        const { success, error } = schema.safeParse(value);
        return success ? [] : [issuesMessage(error.issues, value)];
      } catch (thrown) {
        if (!(thrown instanceof HubError) || thrown.reason === undefined) throw thrown;
        return [thrown.reason];
      }
    });
  });
}

/** The texts in a message that no catalog translates: those of its parameters. */
function untranslated({ key, parameters }: Message): string[] {
  if (!Object.hasOwn(texts, key)) return [`no text for the key ${key}`];
  return Object.values(parameters).flatMap((value) =>
    typeof value === 'object' ? untranslated(value) : [String(value)],
  );
}

function controlSchemas(): z.ZodType[] {
  const unused = () => {
    throw new Error('Only the schemas are used');
  };
  const clock = new FakeClock();
  const steps = { begin: unused, add: unused, check: unused, commit: unused, cancel: unused };
  const imports = new HistoryImporter(steps, clock);
  const parts = { exportPage: unused, audit: unused, imports, auditImport: unused, clock, timeZone: unused };
  return [...historyControl(parts).values()].map(({ schema }) => schema);
}

function leaves(block: object): z.ZodType[] {
  return Object.values(block).flatMap((item) => ('safeParse' in item ? [item as z.ZodType] : leaves(item)));
}

describe('validation errors have no English outside the catalog', () => {
  let home: TestHub;
  beforeAll(async () => {
    home = await startTestHub({ demo: true });
  });
  afterAll(() => home.stop());

  it.each<[string, () => z.ZodType[]]>([
    ['commands', () => home.hub.commands.map(({ schema }) => schema)],
    ['control commands', () => controlSchemas()],
    ['bodies of requests', () => home.hub.routes.flatMap(({ body }) => (body === undefined ? [] : [body]))],
    [
      'services',
      () =>
        domains.flatMap(({ services }) =>
          services.flatMap(({ fields }) => Object.values(fields).map((field) => field.schema)),
        ),
    ],
    ['helpers', () => [...simpleKinds, ...templateKinds].map(({ schema }) => schema)],
    ['settings', () => leaves(SETTINGS)],
  ])('in %s', (_what, schemas) => {
    const messages = complaints(schemas());
    expect(messages.length).toBeGreaterThan(50);
    const found = messages.flatMap((message) =>
      untranslated(message).map((text) => [text, englishText(message)]),
    );
    expect(found.filter(([text = '']) => PHRASE.test(text)).slice(0, 10)).toEqual([]);
    // A check without an error could only say that it expects another value.
    const vague = messages.filter((message) => JSON.stringify(message).includes('expects_other_value'));
    expect(vague.slice(0, 10).map(englishText)).toEqual([]);
  });
});

it('schemas take their errors from the catalog', () => {
  const own = readSources(root, 'src')
    .filter(({ path }) => !path.startsWith('src/jinja/'))
    .flatMap(({ path, text }) =>
      [...withoutComments(text).matchAll(/['"`](?:Expected|Required)\b[^'"`]*/g)].map(
        ([found]) => `${path}: ${found}`,
      ),
    );
  expect(own).toEqual([]);
});
