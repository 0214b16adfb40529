import type { CommandProbe } from './command-probes.ts';

/**
 * The kinds of helpers and other user-created items, each with the commands `list`, `subscribe`, `create`,
 * `update` and `delete`.
 */
export const HELPER_KINDS = [
  ...['input_boolean', 'input_button', 'input_number', 'input_select', 'input_text', 'input_datetime'],
  ...['counter', 'timer', 'schedule', 'zone', 'person', 'todo', 'calendar', 'tag', 'group', 'template'],
] as const;

/** The domains of entities whose items are groups and templates. */
const DOMAIN_OF: Readonly<Record<string, string>> = { group: 'light', template: 'binary_sensor' };

export function helperProbes(kind: string): Readonly<Record<string, CommandProbe>> {
  const domain = DOMAIN_OF[kind] ?? kind;
  return {
    [`${kind}/list`]: { effect: 'reads', fields: () => [{}] },
    [`${kind}/subscribe`]: { effect: 'reads', fields: () => [{}] },
    [`${kind}/create`]: { effect: 'changes', fields: () => [{ name: 'Made by the oracle' }] },
    [`${kind}/update`]: {
      effect: 'changes',
      fields: (aim) => [{ [`${kind}_id`]: aim.item(domain), name: 'Changed' }],
    },
    [`${kind}/delete`]: { effect: 'changes', fields: (aim) => [{ [`${kind}_id`]: aim.item(domain) }] },
  };
}
