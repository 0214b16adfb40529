import { plain, wordOr } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';

/** What a trigger, condition or action of a domain is about, by its type on the wire, such as `turned_on`. */
export function purposeText(type: string, domain?: unknown): string {
  const own = wordOr(`purpose.${type}`, plain(type));
  if (domain !== 'sensor') return own;
  // The triggers and conditions of sensors are named after the device class.
  const deviceClass = type.replace(/^is_/, '');
  const what = wordOr(`class.${deviceClass}`, '');
  if (what === '') return own;
  return say(type === deviceClass ? 'purpose.measured_changes' : 'purpose.measured_is', { what });
}

/** Types whose subtype says all there is to say, as those of Zigbee2MQTT. */
const PLAIN_TYPES: ReadonlySet<string> = new Set(['action', 'click']);

/** What a trigger announced by a device is about: a button and how it is used. */
export function deviceTriggerText(type: string, subtype: string): string {
  if (PLAIN_TYPES.has(type)) return wordOr(`purpose.gesture_${subtype}`, plain(subtype));
  const [, part, number] = /^(button|switch)_(\d+)$/.exec(subtype) ?? [];
  const what =
    part === undefined || number === undefined
      ? wordOr(`purpose.part_${subtype}`, plain(subtype))
      : say(part === 'button' ? 'purpose.part_button' : 'purpose.part_switch', { number });
  return `${what}: ${purposeText(type)}`;
}
