import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { configIn, numberIn, textIn } from '../config.ts';

/** How this device is a wall display; kept in its browser. */
export interface WallSettings {
  /** Whether it is one now, also after a restart. */
  readonly isOn: boolean;
  /** The dashboard to return to. */
  readonly address: string;
  /** Minutes without a touch until it dims; 0 for never. */
  readonly dimAfter: number;
  /** The brightness while it is dimmed, in percent. */
  readonly brightness: number;
  /** An entity that wakes the display when it turns on. */
  readonly wakeEntity: string | undefined;
  /** The code to leave it, as salt and hash; undefined for none. */
  readonly code: string | undefined;
}

const KEY = 'hearth.wall';
const USUAL: WallSettings = {
  isOn: false,
  address: '/dashboards/lovelace',
  dimAfter: 2,
  brightness: 15,
  wakeEntity: undefined,
  code: undefined,
};

/** Reads the settings of this device; what is unreadable is as usual. */
export function readWall(): WallSettings {
  let given: unknown;
  try {
    given = JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return USUAL;
  }
  const stored = configIn(given) ?? {};
  const address = textIn(stored.address);
  return {
    isOn: stored.isOn === true,
    address: address?.startsWith('/dashboards/') ? address : USUAL.address,
    dimAfter: Math.min(Math.max(numberIn(stored.dimAfter) ?? USUAL.dimAfter, 0), 1440),
    brightness: Math.min(Math.max(numberIn(stored.brightness) ?? USUAL.brightness, 0), 100),
    wakeEntity: textIn(stored.wakeEntity),
    code: textIn(stored.code),
  };
}

export function keepWall(changes: Partial<WallSettings>): WallSettings {
  const next = { ...readWall(), ...changes };
  localStorage.setItem(KEY, JSON.stringify(next));
  return next;
}

/** The code as it is kept, so that nobody reads it from the browser. */
export function hashedCode(code: string, salt = bytesToHex(randomBytes(8))): string {
  return `${salt}:${bytesToHex(sha256(utf8ToBytes(`${salt}:${code}`)))}`;
}

/** Whether a code is the kept one. */
export function isCode(code: string, kept: string): boolean {
  return hashedCode(code, kept.split(':')[0]) === kept;
}
