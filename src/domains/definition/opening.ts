/** What is known of a thing that opens and closes: a cover or a valve. Positions go from 0 (closed) to 100. */
export interface OpeningValues {
  readonly [key: string]: unknown;
  readonly position?: number | null;
  /** For things that do not know their position, or are closed elsewhere than at 0. */
  readonly closed?: boolean | null;
  readonly moving?: 'opening' | 'closing' | null;
  /** Which way it went last; kept by the domain, sources need not report it. */
  readonly direction?: 'opening' | 'closing';
}

/** The state: movement first, then whether it is closed. */
export function openingState(values: OpeningValues): string | null {
  if (values.moving != null) return values.moving;
  const closed = isClosed(values);
  return closed === null ? null : closed ? 'closed' : 'open';
}

/** What the source says, null where it says that it does not know; from a source that says nothing, what follows from the position. */
export function isClosed({ closed, position }: OpeningValues): boolean | null {
  if (closed !== undefined) return closed;
  return position == null ? null : position === 0;
}

/** The values at the end of a way. A thing goes on telling what it tells: its position, whether it is closed, or both. */
export function arrived(values: OpeningValues, position: number): OpeningValues {
  const closed = { closed: position === 0 };
  if (values.position == null) return { ...closed, moving: null };
  return { position, ...(values.closed == null ? {} : closed), moving: null };
}

/** Keeps the last direction, for the next toggle. */
export function rememberDirection(_values: unknown, { moving }: OpeningValues): OpeningValues {
  return moving == null ? {} : { direction: moving };
}

/** What toggling means now: stop what moves where it can, else go the way it is not, or did not go last. */
export function toggled(values: OpeningValues, canStop: boolean): 'stop' | 'open' | 'close' {
  const { moving, position, direction } = values;
  if (moving != null && canStop) return 'stop';
  if (isClosed(values) === true || moving === 'closing') return 'open';
  if (position === 100 || moving === 'opening') return 'close';
  return direction === 'closing' ? 'open' : 'close';
}
