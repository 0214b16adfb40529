import { expect, onTestFinished, test, vi } from 'vitest';
import type { Call } from '../../../src/api/ws/command.ts';
import { serviceCommands } from '../../../src/api/ws/commands/services.ts';
import { fullAccess } from '../../../src/core/access.ts';
import { CpuBudget } from '../../../src/core/cpu-budget.ts';
import { resourcesJson, withServiceTexts } from '../../../src/entities/services/service-language.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const catalog = (domain: string): string =>
  JSON.stringify({ [domain]: { turn_off: { name: 'Turn off', description: 'x', fields: {} } } });
const withLight = (domain: string): string =>
  JSON.stringify({ ...JSON.parse(catalog(domain)), ...JSON.parse(catalog('light')) });

function parses(): () => number {
  const spy = vi.spyOn(JSON, 'parse');
  onTestFinished(() => spy.mockRestore());
  return () => spy.mock.calls.length;
}

test('catalogs in turn are each translated once', async () => {
  await withServiceTexts('de', () => {});
  const texts = ['a', 'b', 'c'].map(withLight);
  const count = parses();
  for (let n = 0; n < 5; n += 1)
    for (const text of texts)
      expect(await withServiceTexts('de', (translate) => translate(text))).toContain('Ausschalten');
  expect(count()).toBe(3);
});

test('once the words are there nothing is waited for', async () => {
  await withServiceTexts('de', () => {});
  expect(withServiceTexts('de-AT', (translate) => translate(withLight('d')))).toContain('Ausschalten');
  expect(withServiceTexts('en', (translate) => translate('as it is'))).toBe('as it is');
});

test('the resources of a catalog are assembled once, whatever domains are requested', () => {
  const count = parses();
  const text = JSON.stringify({ ...JSON.parse(catalog('e')), ...JSON.parse(catalog('f')) });
  const before = count();
  const whole = {
    'component.e.services.turn_off.name': 'Turn off',
    'component.e.services.turn_off.description': 'x',
  };
  const texts = [['e'], ['g'], undefined].map((domains) => resourcesJson(text, domains));
  expect(count() - before).toBe(1);
  const [e, none, all] = texts.map((bytes) => JSON.parse(bytes.toString()) as object);
  expect(e).toEqual(whole);
  expect(none).toEqual({});
  expect(Object.keys(all ?? {})).toHaveLength(4);
  expect(resourcesJson(text)).toBe(texts[2]);
});

test('a translation is charged to its caller, also for calls that began before it was loaded', async () => {
  const clock = new FakeClock();
  const services = {
    descriptionsJson: () => {
      clock.advance(400);
      return catalog('h');
    },
  };
  const [command] = serviceCommands({
    services: services as never,
    clock,
    cpuBudget: new CpuBudget(clock),
  }).filter(({ type }) => type === 'get_services');
  const access = { ...fullAccess, userId: 'anna', isAdmin: false };
  const answers = await Promise.allSettled(
    Array.from({ length: 6 }, async () =>
      command?.handle?.({ message: { language: 'de' }, access } as Call<unknown>),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'fulfilled'],
    ...['rejected', 'rejected', 'rejected'],
  ]);
});
