import { z } from 'zod';
import type { Values } from '../../domains/definition/define-domain.ts';

const count = z.number().int().min(0);

/** The data of `update_location` [mobile facts §4]; an unknown key spoils the message. */
export const PhoneLocation = z
  .strictObject({
    location_name: z.string().max(255).optional(),
    gps: z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)]).optional(),
    gps_accuracy: z.number().min(0).optional(),
    battery: count.optional(),
    speed: count.optional(),
    altitude: z.number().optional(),
    course: count.optional(),
    vertical_accuracy: count.optional(),
    in_zones: z.array(z.string().max(255)).max(100).optional(),
  })
  .refine(({ gps, gps_accuracy }) => gps === undefined || gps_accuracy !== undefined);
export type PhoneLocation = z.infer<typeof PhoneLocation>;

/** A zone as far as places are named after it. */
export interface NamedZone {
  readonly id: string;
  readonly name: string;
  /** Meters. */
  readonly radius: number;
  readonly isPassive: boolean;
}

/** The values and further attributes of a tracker; what the app did not send is unknown. */
export function reportOf(
  location: PhoneLocation,
  zones: readonly NamedZone[],
): { values: Values; extra: Values } {
  const { gps: [latitude, longitude] = [null, null], gps_accuracy, battery, in_zones } = location;
  const { altitude, course, speed, vertical_accuracy } = location;
  const extra = { altitude, course, speed, vertical_accuracy };
  return {
    values: {
      location: placeOf(location, zones),
      latitude,
      longitude,
      gps_accuracy: gps_accuracy ?? null,
      battery_level: battery ?? null,
      in_zones: in_zones ?? [],
    },
    extra: Object.fromEntries(Object.entries(extra).filter(([, value]) => value !== undefined)),
  };
}

/** The state of the tracker; null where the coordinates decide. */
function placeOf(
  { in_zones: ids, location_name: name }: PhoneLocation,
  zones: readonly NamedZone[],
): string | null {
  if (ids !== undefined) {
    const active = zones.filter(({ id, isPassive }) => ids.includes(id) && !isPassive);
    const [smallest] = active.sort((a, b) => a.radius - b.radius);
    if (smallest === undefined) return 'not_home';
    return smallest.id === 'zone.home' ? 'home' : smallest.name;
  }
  if (name === undefined || name === 'home') return name ?? null;
  return zones.find(({ id }) => id === `zone.${name}`)?.name ?? name;
}
