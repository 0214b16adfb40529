import type { ImportContext } from './import-plan.ts';

/** What is known about files that are not imported, by the beginning of their path. */
const KNOWN: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/\.(?:corrupt\.|migration_backup|bak$)|(?:^|\/)tmp[^/]*$|\.tmp$/, 'a leftover'],
  [/^\.HA_VERSION$|\.log(?:\.\d+)?$|^home-assistant\.log/, 'it only concerns the other server'],
  [/^home-assistant_v2\.db/, 'a leftover of the recorder'],
  [
    /^\.storage\/(?:core\.(?:analytics|logger|network|labs)|repairs\.|trace\.|bluetooth\.)/,
    'it only concerns the other server',
  ],
  [/^\.storage\/(?:hacs|marketplace)\b/, 'the store of the other server: reinstall cards as files in www'],
  [/^\.storage\/assist_pipeline\./, 'assistants are set up again'],
  [/^\.storage\/backup$/, 'backups are set up again; its password is not taken'],
  [/^\.storage\/http\.auth$/, 'it only concerns the other server'],
  [
    /^\.storage\/(?:cloud|application_credentials|icloud|nest|google_assistant|alexa)/,
    'credentials of cloud services are not taken',
  ],
  [
    /^\.storage\/(?:zha|homekit|hue|esphome|knx|matter|thread|zwave|bosch|tuya)/,
    'the data of an integration',
  ],
  [/^(?:zigbee\.db|zwave-js-cache\/)/, 'the radio network belongs to the program that uses the stick'],
  [/^zigbee2mqtt\//, 'the data of Zigbee2MQTT: keep running it'],
  [/^(?:custom_components|python_scripts|pyscript|esphome|tts)\//, 'programs and data of the other server'],
  [/^(?:ip_bans|known_devices|ui-lovelace)\.yaml$/, 'it is not used here'],
  [/^\.(?:cloud|google\.token|HA_RESTORE)|^SERVICE_ACCOUNT\.json$|\.conf$/, 'credentials are not taken'],
  [/^(?:backups|tmp_backups)\//, 'backups are not read'],
];

/** Names every file that no other part has used. */
export async function reportRest({ folder, stored, report }: ImportContext): Promise<void> {
  for (const path of folder.files) {
    if (stored.used.has(path)) continue;
    const known = KNOWN.find(([pattern]) => pattern.test(path));
    report.skipped('file', path, known?.[1] ?? 'unknown');
  }
  for (const path of folder.refused) report.skipped('file', path, 'links and special files are not followed');
}
