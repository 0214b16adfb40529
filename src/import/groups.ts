import { message } from '../core/messages.ts';
import type { ImportContext } from './import-plan.ts';
import { type Fields, mapOf, textOf, textsOf } from './stored-fields.ts';

/** Kinds of groups whose setting `all` means something; elsewhere it is refused. */
const WITH_ALL: ReadonlySet<string> = new Set(['binary_sensor', 'light', 'switch']);

/** A group made in the app, under the ID of its config entry. */
export function importGroup({ plan, report }: ImportContext, entry: Fields): void {
  const { group_type: type, hide_members: _hidden, all, ...options } = mapOf(entry.options);
  const id = String(entry.entry_id);
  const name = textOf(entry.title) ?? textOf(options.name) ?? id;
  const kind = textOf(type);
  if (kind === null) {
    report.skipped('group', name, message('reason_no_type'));
    return;
  }
  const given = Object.entries(options).filter(([, value]) => value !== null && value !== undefined);
  plan.put('entity_groups', id, {
    ...Object.fromEntries(given),
    ...{ id, name, group_type: kind, entities: textsOf(options.entities) },
    ...(WITH_ALL.has(kind) && typeof all === 'boolean' ? { all } : {}),
  });
  report.imported('group', name);
  if (entry.disabled_by === 'user') report.partial('group', name, message('reason_now_enabled'));
}
