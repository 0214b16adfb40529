import { z } from 'zod';
import type { Driver } from '../../entities/entity/driver.ts';
import type { BehaviorContext } from './behavior-context.ts';
import { ClimateDriver } from './climate-driver.ts';
import { CoverDriver } from './drivers.ts';
import { AlarmDriver, LockDriver, SirenDriver } from './guard-drivers.ts';
import {
  BoilerDriver,
  EventDriver,
  HumidityDriver,
  TrackerDriver,
  UpdateDriver,
} from './household-drivers.ts';
import { CameraDriver, ImageDriver } from './picture-drivers.ts';
import { PlayerDriver } from './player-driver.ts';
import { RoamingDriver } from './roaming-driver.ts';
import { WeatherDriver } from './weather-driver.ts';

/** A driver that takes time to act, with its parameters. */
export const Behavior = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('alarm'), code: z.string().exactOptional() }),
  z.object({ kind: z.literal('boiler') }),
  z.object({ kind: z.literal('camera'), title: z.string() }),
  z.object({ kind: z.literal('climate'), power: z.number(), loss: z.number() }),
  z.object({ kind: z.literal('cover'), duration: z.number(), knowsPosition: z.boolean() }),
  z.object({ kind: z.literal('event'), perHour: z.number() }),
  z.object({ kind: z.literal('humidity'), dries: z.boolean() }),
  z.object({ kind: z.literal('image') }),
  z.object({ kind: z.literal('lock'), code: z.string().exactOptional(), jams: z.number().exactOptional() }),
  z.object({ kind: z.literal('player') }),
  z.object({ kind: z.literal('roaming'), working: z.string(), minutes: z.number() }),
  z.object({ kind: z.literal('siren') }),
  z.object({ kind: z.literal('tracker'), leaves: z.number(), returns: z.number() }),
  z.object({ kind: z.literal('update') }),
  z.object({ kind: z.literal('weather') }),
]);
export type Behavior = z.infer<typeof Behavior>;

/** Creates the driver of an entity. */
export function driverOf(behavior: Behavior, context: BehaviorContext): Driver {
  switch (behavior.kind) {
    case 'alarm':
      return new AlarmDriver(context, behavior.code);
    case 'boiler':
      return new BoilerDriver(context);
    case 'camera':
      return new CameraDriver(context, behavior.title);
    case 'climate':
      return new ClimateDriver(context, behavior);
    case 'cover':
      return new CoverDriver(context.clock, behavior);
    case 'event':
      return new EventDriver(context, behavior.perHour);
    case 'humidity':
      return new HumidityDriver(context, behavior.dries);
    case 'image':
      return new ImageDriver(context);
    case 'lock':
      return new LockDriver(context, behavior);
    case 'player':
      return new PlayerDriver(context);
    case 'roaming':
      return new RoamingDriver(context, behavior.working, behavior.minutes);
    case 'siren':
      return new SirenDriver(context);
    case 'tracker':
      return new TrackerDriver(context, [behavior.leaves, behavior.returns]);
    case 'update':
      return new UpdateDriver(context);
    case 'weather':
      return new WeatherDriver(context);
  }
}
