import type { Rule } from '../../server/account.ts';
import type { UserPolicy } from '../../server/people.ts';

export const PRESETS = ['child', 'guest', 'neighbor', 'tablet'] as const;
export type Preset = (typeof PRESETS)[number];

const DAY_MS = 86_400_000;
const GUEST_DAYS = 7;
/** What guests use in rooms that were not chosen. */
const COMFORT = ['light', 'fan', 'cover', 'climate', 'media_player', 'weather'];
const DAILY = [...COMFORT, 'switch', 'scene', 'script', 'vacuum', 'input_boolean'];
/** What opens the home. */
const ENTRY = ['lock', 'alarm_control_panel'];

/**
 * The policy that a preset starts with: `areas` are the IDs of rooms it is about, none for the usual; guests are
 * let in for a week from `now`, in milliseconds since 1970.
 */
export function presetPolicy(preset: Preset, areas: readonly string[], now: number): UserPolicy {
  const scope = (domains: readonly string[]): Partial<Rule> => (areas.length > 0 ? { areas } : { domains });
  switch (preset) {
    case 'child':
      return {
        rules: [
          areas.length > 0 ? allow(['read'], { areas }) : allow(['read'], {}),
          {
            ...allow(['control'], scope(['light', 'fan', 'media_player', 'scene'])),
            hours: { from: '06:00', until: '21:00' },
          },
          deny(['read'], ['camera']),
          deny(['control'], ENTRY),
        ],
      };
    case 'guest':
      return {
        rules: [
          allow(['read', 'control'], scope(COMFORT)),
          deny(['read'], ['camera', 'person', 'device_tracker']),
          deny(['control'], ENTRY),
        ],
        expires_at: new Date(now + GUEST_DAYS * DAY_MS).toISOString(),
      };
    case 'neighbor':
      return {
        rules: [
          allow(['read'], { domains: [...ENTRY, 'binary_sensor', 'weather'] }),
          {
            ...allow(['control'], { domains: [...ENTRY, 'light', 'cover'] }),
            hours: { from: '08:00', until: '20:00' },
          },
          ...(areas.length > 0 ? [allow(['read'], { areas })] : []),
        ],
      };
    case 'tablet':
      return {
        rules: [
          allow(['read'], {}),
          allow(['control'], scope(DAILY)),
          deny(['control'], ['lock']),
          deny(['read'], ['device_tracker']),
        ],
      };
  }
}

function allow(actions: Rule['actions'], scope: Partial<Rule>): Rule {
  return { effect: 'allow', actions, ...scope };
}

function deny(actions: Rule['actions'], domains: readonly string[]): Rule {
  return { effect: 'deny', actions, domains };
}
