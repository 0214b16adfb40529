import { type Message, message } from '../core/messages.ts';
import type { ImportContext } from './import-plan.ts';

/** What is known about files that are not imported, by the beginning of their path. */
const KNOWN: readonly (readonly [pattern: RegExp, reason: Message])[] = [
  [/\.(?:corrupt\.|migration_backup|bak$)|(?:^|\/)tmp[^/]*$|\.tmp$/, message('reason_leftover')],
  [/^\.HA_VERSION$|\.log(?:\.\d+)?$|^home-assistant\.log/, message('reason_only_other_server')],
  [/^home-assistant_v2\.db/, message('reason_recorder_leftover')],
  [
    /^\.storage\/(?:core\.(?:analytics|logger|network|labs)|repairs\.|trace\.|bluetooth\.)/,
    message('reason_only_other_server'),
  ],
  [/^\.storage\/(?:hacs|marketplace)\b/, message('reason_store')],
  [/^\.storage\/assist_pipeline\./, message('reason_assistants')],
  [/^\.storage\/backup$/, message('reason_backups_again')],
  [/^\.storage\/http\.auth$/, message('reason_only_other_server')],
  [
    /^\.storage\/(?:cloud|application_credentials|icloud|nest|google_assistant|alexa)/,
    message('reason_cloud_credentials'),
  ],
  [
    /^\.storage\/(?:zha|homekit|hue|esphome|knx|matter|thread|zwave|bosch|tuya)/,
    message('reason_integration_data'),
  ],
  [/^(?:zigbee\.db|zwave-js-cache\/)/, message('reason_radio_network')],
  [/^zigbee2mqtt[/]/, message('reason_zigbee2mqtt')],
  [/^(?:custom_components|python_scripts|pyscript|esphome|tts)[/]/, message('reason_other_programs')],
  [/^(?:ip_bans|known_devices|ui-lovelace)\.yaml$/, message('reason_not_used')],
  [/^\.(?:cloud|google\.token|HA_RESTORE)|^SERVICE_ACCOUNT\.json$|\.conf$/, message('reason_credentials')],
  [/^(?:backups|tmp_backups)[/]/, message('reason_backups_not_read')],
];

/** Names every file that no other part has used. */
export async function reportRest({ folder, stored, report }: ImportContext): Promise<void> {
  for (const path of folder.files) {
    if (stored.used.has(path)) continue;
    const known = KNOWN.find(([pattern]) => pattern.test(path));
    report.skipped('file', path, known?.[1] ?? message('reason_unknown_file'));
  }
  for (const path of folder.refused) report.skipped('file', path, message('reason_special_file'));
}
