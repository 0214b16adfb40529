import {
  hasFeature,
  type Reproduce,
  type SavedState,
  type ServiceStep,
  step,
} from '../definition/reproduce.ts';

/** How one movement of a cover is set: its attribute, its services and the bits that allow them. */
interface Movement {
  readonly attribute: string;
  readonly set: readonly [service: string, field: string, bit: number];
  readonly open: readonly [service: string, bit: number];
  readonly close: readonly [service: string, bit: number];
}

const LIFT: Movement = {
  attribute: 'current_position',
  set: ['set_cover_position', 'position', 4],
  open: ['open_cover', 1],
  close: ['close_cover', 2],
};
const TILT: Movement = {
  attribute: 'current_tilt_position',
  set: ['set_cover_tilt_position', 'tilt_position', 128],
  open: ['open_cover_tilt', 16],
  close: ['close_cover_tilt', 32],
};
const STATES: ReadonlySet<string> = new Set(['open', 'opening', 'closed', 'closing']);

/**
 * Restores the saved position if there is one and it is supported, else open or closed; likewise the tilt.
 */
export const reproduceCover: Reproduce = (present, requested) => {
  if (!STATES.has(requested.state)) return undefined;
  const isOpen = requested.state.startsWith('open');
  const lift = toPosition(LIFT, present, requested);
  const tilt = toPosition(TILT, present, requested);
  if (lift !== undefined) return [...lift, ...(tilt ?? [])];
  if (present.state.startsWith('open') === isOpen && STATES.has(present.state)) return tilt ?? [];
  const [service, bit] = isOpen ? LIFT.open : LIFT.close;
  const [tiltService, tiltBit] = isOpen ? TILT.open : TILT.close;
  if (hasFeature(present, bit)) return [step(service), ...(tilt ?? [])];
  if (tilt !== undefined) return tilt;
  return hasFeature(present, tiltBit) ? [step(tiltService)] : undefined;
};

/** The step to the saved position; undefined if none is saved or the cover does not support it. */
function toPosition(
  movement: Movement,
  present: SavedState,
  requested: SavedState,
): ServiceStep[] | undefined {
  const position = requested.attributes[movement.attribute];
  if (typeof position !== 'number') return undefined;
  if (present.attributes[movement.attribute] === position) return [];
  const [service, field, bit] = movement.set;
  if (hasFeature(present, bit)) return [step(service, { [field]: position })];
  const [end, endBit] = position > 0 ? movement.open : movement.close;
  return (position === 0 || position === 100) && hasFeature(present, endBit) ? [step(end)] : undefined;
}
