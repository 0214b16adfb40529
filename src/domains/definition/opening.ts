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

/** The effect of toggling: stop a movement if supported, else reverse it or the last one. */
export function toggled(values: OpeningValues, canStop: boolean): 'stop' | 'open' | 'close' {
  const { moving, position, direction } = values;
  if (moving != null && canStop) return 'stop';
  if (isClosed(values) === true || moving === 'closing') return 'open';
  if (position === 100 || moving === 'opening') return 'close';
  return direction === 'closing' ? 'open' : 'close';
}
