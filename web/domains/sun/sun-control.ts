import { locale } from '../../app/preferences.ts';
import type { Control } from '../../controls/control.ts';
import { facts } from '../../controls/facts.ts';
import { timeText } from '../../parts/time-text.ts';
import { numberOf, textOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';

/** Sunrise, sunset and elevation. */
export const sunControl: Control = ({ entity }) => {
  const at = (name: string): string | undefined => {
    const moment = textOf(entity, name);
    return moment === undefined ? undefined : timeText(moment, { timeStyle: 'short' });
  };
  const elevation = numberOf(entity, 'elevation');
  return facts([
    [say('control.sunrise'), at('next_rising')],
    [say('control.sunset'), at('next_setting')],
    [
      say('control.elevation'),
      elevation === undefined ? undefined : `${elevation.toLocaleString(locale())}°`,
    ],
  ]);
};
