import { plain, wordOr } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';

/** What a trigger, condition or action of a domain is about, by its type on the wire, such as `turned_on`. */
export function purposeText(type: string, domain?: unknown): string {
  const own = wordOr(`purpose.${type}`, plain(type));
  if (domain !== 'sensor') return own;
  // Those of sensors are named by the device class.
  const deviceClass = type.replace(/^is_/, '');
  const what = wordOr(`class.${deviceClass}`, '');
  if (what === '') return own;
  return say(type === deviceClass ? 'purpose.measured_changes' : 'purpose.measured_is', { what });
}
