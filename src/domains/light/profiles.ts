import { type Hs, xyToHs } from './color-conversions.ts';

/** Named default values for calls. */
export interface LightProfile {
  readonly color?: Hs;
  readonly brightness?: number;
  /** Seconds. */
  readonly transition?: number;
}

/** Profiles for calls that name one, and those for all other calls, by entity or for `group.all_lights`. */
export interface LightProfiles {
  readonly named: ReadonlyMap<string, LightProfile>;
  readonly defaults: ReadonlyMap<string, LightProfile>;
}

const named = new Map<string, LightProfile>([
  ['relax', { color: xyToHs([0.5119, 0.4147]), brightness: 144 }],
  ['concentrate', { color: xyToHs([0.5119, 0.4147]), brightness: 219 }],
  ['energize', { color: xyToHs([0.368, 0.3686]), brightness: 203 }],
  ['reading', { color: xyToHs([0.4448, 0.4066]), brightness: 240 }],
]);

/** The built-in profiles. */
export const builtInProfiles: LightProfiles = { named, defaults: new Map() };
