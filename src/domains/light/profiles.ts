import { type Hs, xyToHs } from './color.ts';

/** Named default values for calls. */
export interface LightProfile {
  readonly color?: Hs;
  readonly brightness?: number;
  /** Seconds. */
  readonly transition?: number;
}

/** Profiles by name. `<entity id>.default` and `group.all_lights.default` are used without being named. */
export type LightProfiles = ReadonlyMap<string, LightProfile>;

/** The profiles everybody has. */
export const builtInProfiles: LightProfiles = new Map([
  ['relax', { color: xyToHs([0.5119, 0.4147]), brightness: 144 }],
  ['concentrate', { color: xyToHs([0.5119, 0.4147]), brightness: 219 }],
  ['energize', { color: xyToHs([0.368, 0.3686]), brightness: 203 }],
  ['reading', { color: xyToHs([0.4448, 0.4066]), brightness: 240 }],
]);
