import { percent } from '../parts/number-text.ts';
import { can, type Entity, numberOf } from '../state/entity.ts';
import type { PlottedAttribute, Tap } from './domain-view.ts';

const OPEN = 1;
const CLOSE = 2;
const STOP = 8;
/** The position of a cover or valve, and of its slats. */
export const POSITION: readonly PlottedAttribute[] = [
  { name: 'current_position', label: 'plot.position', unit: '%' },
  { name: 'current_tilt_position', label: 'plot.tilt', unit: '%' },
];
export const OPENING_STATES = ['open', 'closed', 'opening', 'closing'];

/** Opens or closes a cover or valve, or stops it while it moves. */
export function openOrClose(entity: Entity): Tap | undefined {
  const { domain, state } = entity;
  const isMoving = state === 'opening' || state === 'closing';
  if (isMoving && can(entity, STOP)) return { domain, service: `stop_${domain}` };
  const isOpen = state === 'open' || state === 'opening';
  if (!can(entity, isOpen ? CLOSE : OPEN)) return undefined;
  return {
    domain,
    service: `${isOpen ? 'close' : 'open'}_${domain}`,
    guess: { state: isOpen ? 'closing' : 'opening' },
    isOn: isOpen,
  };
}

/** The position of a partly open cover or valve. */
export function positionText(entity: Entity): string | undefined {
  const position = numberOf(entity, 'current_position');
  return entity.state === 'open' && position !== undefined && position < 100
    ? percent(position / 100)
    : undefined;
}
