import { message } from '../core/messages.ts';
import { readItem, templateKind } from '../helpers/template/blocks.ts';
import type { ImportContext } from './import-plan.ts';
import { type Fields, mapOf, textOf } from './stored-fields.ts';

/** Keys of the other forms that have another name in files. */
const RENAMED: Readonly<Record<string, string>> = { value_template: 'state' };

/** A template entity made in the app, under the ID of its config entry. */
export function importTemplateHelper({ plan, report }: ImportContext, entry: Fields): void {
  const id = String(entry.entry_id);
  const {
    template_type: type,
    additional_options: more,
    advanced_options: former,
    ...options
  } = mapOf(entry.options);
  const name = textOf(entry.title) ?? textOf(options.name) ?? id;
  const kind = templateKind(textOf(type) ?? '');
  if (kind === undefined) {
    report.waiting('template', name, message('reason_template_kind', { type: String(type) }));
    return;
  }
  const { device_id: device, ...given } = { ...options, ...mapOf(former), ...mapOf(more) };
  const config = Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([key, value]) => [RENAMED[key] ?? key, value]),
  );
  const read = readItem(kind, config, []);
  if ('reason' in read) {
    report.skipped('template', name, read.reason);
    return;
  }
  plan.put('templates', id, { ...config, id, name, template_type: String(type) });
  report.imported('template', name);
  if (device !== undefined && device !== null)
    report.partial('template', name, message('reason_not_with_device'));
  if (entry.disabled_by === 'user') report.partial('template', name, message('reason_now_enabled'));
}
