import type { Control } from '../../controls/control.ts';
import { facts } from '../../controls/facts.ts';
import { when } from '../../parts/when.ts';
import { textOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';

/** The next change. */
export const scheduleControl: Control = ({ entity }) => {
  const next = textOf(entity, 'next_event');
  return facts([[say('control.next_change'), next === undefined ? undefined : when(next)]]);
};
