import type { DomainName, DomainValues } from 'hearth-integration';

/** A component of a device as it reports it: `switch:0`, `sys`. Nothing is known about its types. */
export type Component = Readonly<Record<string, unknown>>;
/** All components by their keys. */
export type Status = Readonly<Record<string, Component>>;

/** An entity of a device: how it is described, and what it shows. */
export interface Part<Domain extends DomainName = DomainName> {
  readonly domain: Domain;
  /** What follows the MAC address and a hyphen in its unique ID. */
  readonly key: string;
  /** The channel whose device it belongs to where each channel is one; the main device otherwise. */
  readonly channel?: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Undefined while there is nothing to show: it is unavailable. */
  read(status: Status): Partial<DomainValues[Domain]> | undefined;
}

/** A part whose type is known where it is made. */
export function part<Domain extends DomainName>(given: Part<Domain>): Part {
  return given as unknown as Part;
}

export const CONFIG = { entityCategory: 'config' };
export const DIAGNOSTIC = { entityCategory: 'diagnostic' };
export const DISABLED = { enabledByDefault: false };
export const MEASURED = { capabilities: { state_class: 'measurement' } };
export const TOTAL = { capabilities: { state_class: 'total_increasing' } };

/** An object in an object, or an empty one. */
export function within(from: unknown, name: string): Component {
  const value = isComponent(from) ? from[name] : undefined;
  return isComponent(value) ? value : {};
}

/** A number of a component; null for anything else. */
export function numberOf(from: unknown, name: string): number | null {
  const value = isComponent(from) ? from[name] : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A number with a decimal also where it is whole: `0.0`. */
export function decimal(value: number): number | string {
  return Number.isInteger(value) ? value.toFixed(1) : value;
}

/** A truth value of a component; null for anything else. */
export function flagOf(from: unknown, name: string): boolean | null {
  const value = isComponent(from) ? from[name] : undefined;
  return typeof value === 'boolean' ? value : null;
}

/** A text of a component, without what follows 255 characters; null for anything else and for an empty one. */
export function textOf(from: unknown, name: string): string | null {
  const value = isComponent(from) ? from[name] : undefined;
  return typeof value === 'string' && value !== '' ? value.slice(0, 255) : null;
}

export function isComponent(value: unknown): value is Component {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A device that started within this of the last report has not restarted. */
const SAME_START = 60_000;

/** Turns the seconds since the start into the time of the start, which does not tremble. */
export function startTimes(): (uptime: number | null) => string | null {
  let startedAt = 0;
  return (uptime) => {
    if (uptime === null || uptime < 0 || uptime > 1e9) return null;
    const at = Date.now() - uptime * 1000;
    if (Math.abs(at - startedAt) > SAME_START) startedAt = Math.round(at / 1000) * 1000;
    return new Date(startedAt).toISOString().replace('.000Z', '+00:00');
  };
}
