import * as suncalc from 'suncalc';
import type { Undo } from '../../core/clock.ts';
import { daysLater, localTimeOf, pointOf } from '../../core/time-zone.ts';
import type { AutomationContext } from '../config/automation-context.ts';
import type { Fields } from '../config/fields.ts';
import { restartOnLocationChange } from '../schedule/restart-on-location-change.ts';
import { scheduleEach } from '../schedule/schedule-at.ts';
import { selectOption } from './describe.ts';
import type { PurposeCondition, PurposeTrigger, Table } from './purpose.ts';
import { fieldsOf } from './shapes.ts';
import { refuseTarget } from './target.ts';

/** In order from one new moon to the next; phases that are a point in time last for that day. */
const PHASES = [
  ...(['new_moon', 'waxing_crescent', 'first_quarter', 'waxing_gibbous'] as const),
  ...(['full_moon', 'waning_gibbous', 'last_quarter', 'waning_crescent'] as const),
] as const;

/** The lunar month is scaled to 28 days, so that a quarter is 7. */
const MONTH = 28;
const QUARTER = MONTH / 4;

const anyPhase = selectOption('phase', ['any', ...PHASES], 'any');

/** The age of the moon today, in days of the scaled month: 0 is new, 14 is full. */
function ageToday({ clock, home }: Pick<AutomationContext, 'clock' | 'home'>): number {
  const { year, month, day } = localTimeOf(clock.now(), home.home.facts.time_zone);
  const noon = new Date(Date.UTC(year, month - 1, day, 12));
  return suncalc.getMoonIllumination(noon).phase * MONTH;
}

function phaseAt(age: number): (typeof PHASES)[number] {
  const quarter = Math.round(age / QUARTER);
  const isPoint = Math.abs(age - quarter * QUARTER) < 0.5;
  const index = isPoint ? quarter * 2 : Math.floor(age / QUARTER) * 2 + 1;
  return PHASES[index % PHASES.length] ?? 'new_moon';
}

const phaseToday = (setting: AutomationContext): (typeof PHASES)[number] => phaseAt(ageToday(setting));

const phaseChanged: PurposeTrigger = {
  key: 'moon.phase_changed',
  fields: { phase: anyPhase.field },
  parse: (config) => {
    refuseTarget(config);
    const fields = fieldsOf(config);
    const requested = anyPhase.read(fields);
    fields.finish();
    return {
      attach: ({ setting, fire }): Undo => {
        let last = phaseToday(setting);
        const look = (): void => {
          const previous = last;
          last = phaseToday(setting);
          if (last === previous || (requested !== 'any' && requested !== last)) return;
          fire({
            variables: { phase: last, previous_phase: previous },
            description: 'moon phase changed',
            context: null,
          });
        };
        const midnight = (after: number): number => {
          const zone = setting.home.home.facts.time_zone;
          return pointOf(daysLater(localTimeOf(after, zone), 1), zone);
        };
        return restartOnLocationChange(setting, () => scheduleEach(setting.clock, midnight, look));
      },
    };
  },
};

function standing(
  name: string,
  read: (fields: Fields) => (setting: AutomationContext) => boolean,
): PurposeCondition {
  return {
    key: `moon.${name}`,
    fields: name === 'is_phase' ? { phase: phaseField } : {},
    parse: (config) => {
      refuseTarget(config);
      const fields = fieldsOf(config);
      const holds = read(fields);
      fields.finish();
      return ({ setting }) => holds(setting);
    },
  };
}

const phaseField = {
  required: true,
  selector: {
    select: {
      translation_key: 'phase',
      options: PHASES,
      multiple: false,
      custom_value: false,
      sort: false,
    },
  },
};

/** Triggers and conditions of the moon. */
export const moon: Table = {
  triggers: [phaseChanged],
  conditions: [
    standing('is_phase', (fields) => {
      const requested = fields.oneOf('phase', PHASES);
      return (setting) => phaseToday(setting) === requested;
    }),
    standing('is_waxing', () => (setting) => ageToday(setting) < MONTH / 2),
    standing('is_waning', () => (setting) => ageToday(setting) >= MONTH / 2),
  ],
};
