import type { Command, EntityView, Values } from './define-domain.ts';
import { integer } from './field.ts';

/** The reported values of a cover or valve. Positions go from 0 (closed) to 100. */
export interface OpeningValues {
  readonly [key: string]: unknown;
  readonly position?: number | null;
  /** For devices without a known position, or whose closed position is not 0. */
  readonly closed?: boolean | null;
  readonly moving?: 'opening' | 'closing' | null;
  /** The last direction; stored by the domain, sources need not report it. */
  readonly direction?: 'opening' | 'closing';
}

/** The state: movement first, then whether it is closed. */
export function openingState(values: OpeningValues): string | null {
  if (values.moving != null) return values.moving;
  const closed = isClosed(values);
  return closed === null ? null : closed ? 'closed' : 'open';
}

/** The reported `closed`, null if reported as unknown; if not reported, it follows from the position. */
export function isClosed({ closed, position }: OpeningValues): boolean | null {
  if (closed !== undefined) return closed;
  return position == null ? null : position === 0;
}

/** The values at the end of a movement, limited to those the device reports: position, `closed` or both. */
export function arrived(values: OpeningValues, position: number): OpeningValues {
  const closed = { closed: position === 0 };
  if (values.position == null) return { ...closed, moving: null };
  return { position, ...(values.closed == null ? {} : closed), moving: null };
}

/** Stores the last direction, for the next toggle. */
export function rememberDirection(_values: unknown, { moving }: OpeningValues): OpeningValues {
  return moving == null ? {} : { direction: moving };
}

/** A field for a position in percent. */
export function positionField() {
  return integer({ required: true, min: 0, max: 100, unit: '%', example: 50 });
}

/** The plans that covers and valves have in common, for services such as `open_cover`. */
export function openingPlans(kind: 'cover' | 'valve') {
  type View = EntityView<OpeningValues>;
  type Plan = (view: View, fields?: Values) => Command<OpeningValues>;
  const go =
    (direction: 'open' | 'close', position: number): Plan =>
    ({ values }, fields = {}) => ({
      service: `${direction}_${kind}`,
      fields,
      patch: arrived(values, position),
    });
  const [open, close] = [go('open', 100), go('close', 0)];
  /** Stops a movement if supported, otherwise reverses the current or the last one. */
  const toggle: Plan = (view) => {
    const { moving, position, direction } = view.values;
    if (moving != null && view.features.has('stop'))
      return { service: `stop_${kind}`, fields: {}, patch: { moving: null } };
    if (isClosed(view.values) === true || moving === 'closing') return open(view);
    if (position === 100 || moving === 'opening') return close(view);
    return direction === 'closing' ? open(view) : close(view);
  };
  const moveTo = ({ values }: View, position: number, fields: Values = {}): Command<OpeningValues> => ({
    service: `set_${kind}_position`,
    fields: { position, ...fields },
    patch: { ...arrived(values, position), position },
  });
  return { open, close, toggle, moveTo };
}
