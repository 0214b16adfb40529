import type { Tone } from '../domains/domain-view.ts';
import { viewOf } from '../domains/index.ts';
import type { Entity } from '../state/entity.ts';

/** Inactive states of all domains. */
const AT_REST = new Set(
  'off closed locked idle docked standby disarmed not_home unavailable unknown paused below_horizon'.split(
    ' ',
  ),
);

/** Whether an entity is active: on, open, running, not docked. */
export function isActive({ domain, state }: Entity): boolean {
  return !AT_REST.has(state) && !viewOf(domain).isNeverActive;
}

/** The color of an entity; undefined if it is inactive. */
export function toneOf(entity: Entity): Tone | undefined {
  if (!isActive(entity)) return undefined;
  const { tone = 'on', stateTone } = viewOf(entity.domain);
  const isFault = entity.state === 'error' || entity.state === 'jammed';
  return stateTone?.(entity) ?? (isFault ? 'danger' : tone);
}
