import type { TextKey } from '../texts/catalog.ts';
import { say } from '../texts/say.ts';

const NAMES: ReadonlyMap<string, TextKey> = new Map([
  ['calendar', 'step.calendar'],
  ['conversation', 'step.conversation'],
  ['device', 'step.device'],
  ['event', 'step.event'],
  ['geo_location', 'step.geo_location'],
  ['homeassistant', 'step.homeassistant'],
  ['mqtt', 'step.mqtt'],
  ['numeric_state', 'step.numeric_state'],
  ['persistent_notification', 'step.notification'],
  ['state', 'step.state'],
  ['sun', 'step.sun'],
  ['tag', 'step.tag'],
  ['template', 'step.template_title'],
  ['time', 'step.time'],
  ['time_pattern', 'step.time_pattern'],
  ['webhook', 'step.webhook'],
  ['zone', 'step.zone'],
]);

/** What a kind of trigger is called; those of the form `light.turned_on` are events of devices or rooms. */
export function triggerName(kind: string): string {
  return say(NAMES.get(kind) ?? 'step.purpose');
}
