/** 0 on and off alone, 1 dimmer, 2 white tones, 3 color, 4 color and white, 5 color and white tones. */
export type LightType = 0 | 1 | 2 | 3 | 4 | 5;

/** A light: its type, topics and dimmer name. */
export interface TasmotaLight {
  readonly type: LightType;
  readonly relay: number;
  readonly topics: readonly string[];
  /** The topic for several commands at once. */
  readonly backlog: string;
  readonly words: readonly [string, string];
  /** The level in reports, and the command that sets it. */
  readonly level: { readonly reported: string; readonly command: string };
  readonly mireds: readonly [coldest: number, warmest: number];
  /** A second chip has the lamp, which does not fade. */
  readonly isTuya: boolean;
  /** Setting the dimmer does not turn it on. */
  readonly needsPower: boolean;
  /** A fade takes the given time, whatever its distance. */
  readonly fadesInTime: boolean;
}

/** Its effects, in the order of their numbers. */
export const EFFECTS: readonly string[] = ['Solid', 'Wake up', 'Cycle up', 'Cycle down', 'Random'];
