import { z } from 'zod';
import type { Random } from './random.ts';

/** What a meter counts: `watts` while the entity `whileOn` is on (always without one), else `standby`. */
const POWER = { whileOn: z.string().exactOptional(), watts: z.number(), standby: z.number().default(0) };

/** How a reading moves. */
export const SensorModel = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('daily'),
    mean: z.number(),
    swing: z.number(),
    peakHour: z.number(),
    digits: z.number().default(1),
  }),
  z.object({ kind: z.literal('wandering'), min: z.number(), max: z.number() }),
  z.object({ kind: z.literal('daylight'), brightest: z.number() }),
  z.object({ kind: z.literal('counting'), ...POWER }),
  z.object({ kind: z.literal('drawing'), ...POWER }),
  z.object({ kind: z.literal('draining'), perDay: z.number() }),
]);
export type SensorModel = z.infer<typeof SensorModel>;

/** Inputs of a simulated reading. */
export interface Moment {
  /** The local hour of the day, 0 up to 24. */
  readonly hour: number;
  /** Hours since the reading before. */
  readonly elapsed: number;
  readonly random: Random;
  /** Whether a switch or light of the home is on: the readings of meters depend on it. */
  readonly isOn: (uniqueId: string) => boolean;
}

/** Computes the next reading from the previous one. */
export function nextReading(model: SensorModel, before: number, moment: Moment): number {
  const { hour, elapsed, random, isOn } = moment;
  const isDrawing = (whileOn: string | undefined): boolean => whileOn === undefined || isOn(whileOn);
  switch (model.kind) {
    case 'daily': {
      const phase = ((hour - model.peakHour) / 24) * 2 * Math.PI;
      const noise = (random() - 0.5) * model.swing * 0.1;
      return rounded(model.mean + model.swing * Math.cos(phase) + noise, model.digits);
    }
    case 'wandering': {
      const step = (random() - 0.5) * (model.max - model.min) * 0.1;
      return rounded(Math.min(model.max, Math.max(model.min, before + step)), 1);
    }
    case 'daylight': {
      const height = Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI));
      return Math.round(model.brightest * height * (0.8 + 0.2 * random()));
    }
    case 'counting': {
      const watts = isDrawing(model.whileOn) ? model.watts : model.standby;
      return rounded(before + (watts / 1000) * elapsed, 3);
    }
    case 'drawing':
      return rounded(isDrawing(model.whileOn) ? model.watts * (0.97 + 0.06 * random()) : model.standby, 1);
    case 'draining': {
      const left = before - (model.perDay / 24) * elapsed;
      return left < 5 ? 100 : rounded(left, 2);
    }
  }
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
