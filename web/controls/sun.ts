import { language } from '../app/preferences.ts';
import { numberOf, textOf } from '../state/entity.ts';
import { say } from '../words/say.ts';
import type { Control } from './control.ts';
import { facts } from './facts.ts';

/** When it rises and sets, and how high it stands. */
export const sunControl: Control = ({ entity }) => {
  const at = (name: string): string | undefined => {
    const date = new Date(textOf(entity, name) ?? '');
    if (Number.isNaN(date.getTime())) return undefined;
    return new Intl.DateTimeFormat(language(), { timeStyle: 'short' }).format(date);
  };
  const elevation = numberOf(entity, 'elevation');
  return facts([
    [say('control.sunrise'), at('next_rising')],
    [say('control.sunset'), at('next_setting')],
    [
      say('control.elevation'),
      elevation === undefined ? undefined : `${elevation.toLocaleString(language())}°`,
    ],
  ]);
};
