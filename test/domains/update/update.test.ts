import { expect, test } from 'vitest';
import { updateDomain } from '../../../src/domains/update/update.ts';
import { isNewer } from '../../../src/domains/update/version-order.ts';
import { DomainEntity } from '../../support/domain-entity.ts';
import { behaviorRows, tryRow } from '../../support/golden-rows.ts';
import { refusalKey } from '../../support/refusal-key.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

const ALL = Object.keys(updateDomain.features);

function update(values: object = {}, features: readonly string[] = ALL): DomainEntity {
  return new DomainEntity(updateDomain, {
    features,
    values: { installed_version: '1.0.0', latest_version: '1.0.1', ...values },
  });
}

for (const row of behaviorRows('update'))
  test(`recorded: ${row.id}`, () => tryRow(row, [() => update(), () => update({ latest_version: '1.0.0' })]));

test('versions are put in order where that can be done, and differ otherwise', () => {
  const newer = cases<[string, string][]>('newer');
  for (const [latest, installed] of newer) {
    expect(isNewer(latest, installed), latest).toBe(true);
    expect(isNewer(installed, latest), installed).toBe(false);
  }
  expect([isNewer('1.0', '1.0.0'), isNewer('1.0', '1.0'), isNewer('abc123', 'fff000')]).toEqual([
    false,
    false,
    true,
  ]);
});

test('there is an update when the newest version is newer and wanted', () => {
  expect(update().state).toBe('on');
  expect(update({ latest_version: '0.9' }).state).toBe('off');
  expect(update({ skipped_version: '1.0.1' }).state).toBe('off');
  expect([update({ latest_version: null }).state, update({ installed_version: null }).state]).toEqual([
    'unknown',
    'unknown',
  ]);
});

test('all attributes are always there', () => {
  expect(update({ update_percentage: 40, release_summary: 'x'.repeat(300) }, []).attributes).toEqual({
    auto_update: false,
    display_precision: 0,
    installed_version: '1.0.0',
    in_progress: false,
    latest_version: '1.0.1',
    release_summary: 'x'.repeat(255),
    release_url: null,
    skipped_version: null,
    supported_features: 0,
    title: null,
    update_percentage: null,
  });
  expect(update({ in_progress: true, update_percentage: 40 }).attributes.update_percentage).toBe(40);
});

test('a version left out comes back with the next one', () => {
  const one = update().call('skip');
  expect([one.state, one.attributes.skipped_version]).toEqual(['off', '1.0.1']);
  expect(one.report({ in_progress: false }).attributes.skipped_version).toBe('1.0.1');
  expect(one.report({ latest_version: '1.0.2' })).toMatchObject({
    state: 'on',
    attributes: { skipped_version: null },
  });
});

test('installing reaches the newest version, or the requested one', () => {
  expect(update().call('install')).toMatchObject({ state: 'off', last: { fields: { backup: false } } });
  expect(update().call('install', { version: '0.9', backup: 'on' }).attributes.installed_version).toBe('0.9');
});

test('what cannot be done is refused with its reason', () => {
  expect([
    refusalKey(() => update({}, ['install']).call('install', { version: '1' })),
    refusalKey(() => update({}, ['install']).call('install', { backup: true })),
    refusalKey(() => update({ in_progress: true }).call('install')),
    refusalKey(() => update({ latest_version: '1.0.0' }).call('install')),
    refusalKey(() => update({ auto_update: true }).call('skip')),
    refusalKey(() => update({ auto_update: true }).call('clear_skipped')),
    refusalKey(() => update({ latest_version: null }).call('skip')),
    refusalKey(() => update({ latest_version: '1.0.0' }).call('skip')),
    refusalKey(() => update({ latest_version: null }, ['install']).call('install', { backup: true })),
  ]).toEqual([
    'specific_version_not_supported',
    'backup_not_supported',
    'update_in_progress',
    'no_update_available',
    'auto_update_enabled',
    'auto_update_enabled',
    'unknown_version_to_skip',
    'no_update_available',
    'no_update_available',
  ]);
});
