import { expect, it, test } from 'vitest';
import { readCatalogs } from '../../web/catalog-plugin.ts';
import { auditFact } from '../../web/pages/settings/audit-facts.ts';
import { readSources } from '../support/source-rules.ts';

const root = new URL('../..', import.meta.url).pathname;
/** Details that the page shows in another way, or not at all. */
const SHOWN_ELSEWHERE = ['user', 'token', 'reason', 'reason_translation', 'id', 'at'];
const VALUES = [true, 1, 'made', 'second factor', 'owner', ['system-admin']];

test('each detail of the audit log has a text in every language', () => {
  const details = readSources(root, 'src')
    .filter(({ text }) => /\baudit\b/.test(text))
    .flatMap(({ text }) => [
      ...text.matchAll(/(?:audit\.record\(|this\.note\('|detail =)[^{};]*\{([^{}]*)\}/g),
    ])
    .map(([, detail = '']) => detail)
    .filter((detail) => !detail.includes('tokenId'));
  expect(details.length).toBeGreaterThan(15);
  const keys = new Set(
    details
      .flatMap((detail) => detail.split(/,(?![^()]*\))/))
      .flatMap((part) => part.match(/^\s*[a-z_]+/)?.[0].trim() ?? []),
  );
  expect([...keys]).toEqual(expect.arrayContaining(['group_ids', 'is_active', 'step', 'what', 'username']));
  const catalogs = Object.values(readCatalogs()).map(({ app }) => Object.assign({}, ...Object.values(app)));
  for (const key of keys) {
    if (SHOWN_ELSEWHERE.includes(key)) continue;
    const facts = VALUES.map((value) => auditFact(key, value)).filter((fact) => fact !== undefined);
    expect.soft([key, facts.length]).not.toEqual([key, 0]);
    for (const fact of facts)
      if (typeof fact === 'object')
        for (const texts of catalogs) expect.soft(texts).toHaveProperty([fact.key]);
  }
});

it('says what changed, and leaves out what nobody can read', () => {
  expect(auditFact('is_active', false)).toEqual({ key: 'audit.inactive' });
  expect(auditFact('local_only', false)).toBeUndefined();
  expect(auditFact('group_ids', ['system-read-only'])).toEqual({ key: 'profile.role_reader' });
  expect(auditFact('count', 3)).toEqual({ key: 'audit.tokens', values: { count: 3 } });
  expect(auditFact('name', 'Anna')).toBe('Anna');
  expect(auditFact('cut', '{"')).toBeUndefined();
});
