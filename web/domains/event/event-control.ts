import type { Control } from '../../controls/control.ts';
import { facts } from '../../controls/facts.ts';
import { listOf, textOf } from '../../state/entity.ts';
import { plain, wordOr } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';

/** The last event, and the possible ones. */
export const eventControl: Control = ({ entity }) => {
  const name = (type: string): string => wordOr(`event.${type}`, plain(type));
  const last = textOf(entity, 'event_type');
  return facts([
    [say('control.last_event'), last === undefined ? say('control.never') : name(last)],
    [say('control.events'), listOf(entity, 'event_types').map(name).join(', ')],
  ]);
};
