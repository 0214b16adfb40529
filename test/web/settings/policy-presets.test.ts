import { expect, it } from 'vitest';
import { PRESETS, presetPolicy } from '../../../web/pages/settings/policy-presets.ts';

it('no preset opens the home to those who should not: locks are denied, or for neighbors by day', () => {
  for (const preset of PRESETS)
    for (const areas of [[], ['hall']]) {
      const { rules } = presetPolicy(preset, areas, 0);
      const isDenied = rules.some((rule) => rule.effect === 'deny' && rule.domains?.includes('lock'));
      const entry = rules.find(
        (rule) => rule.effect === 'allow' && rule.domains?.includes('lock') && rule.hours,
      );
      expect(preset === 'neighbor' ? entry !== undefined : isDenied).toBe(true);
      expect(rules.every(({ areas: ids, domains }) => ids?.length !== 0 && domains?.length !== 0)).toBe(true);
    }
});

it('a guest is let in for a week, into the chosen rooms', () => {
  const { rules, expires_at } = presetPolicy('guest', ['guest_room'], 0);
  expect(expires_at).toBe('1970-01-08T00:00:00.000Z');
  expect(rules[0]).toEqual({ effect: 'allow', actions: ['read', 'control'], areas: ['guest_room'] });
});
