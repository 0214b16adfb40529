import type { Log } from '../../core/log.ts';
import { configFault } from './config-problem.ts';
import type { Fields } from './fields.ts';

const MODES = ['single', 'restart', 'queued', 'parallel'] as const;
const LEVELS = {
  silent: null,
  notset: null,
  debug: 'debug',
  info: 'info',
  warn: 'warn',
  warning: 'warn',
  error: 'error',
  critical: 'error',
  fatal: 'error',
} as const;

/** What happens when a run is requested while another is active. */
export interface RunMode {
  readonly mode: (typeof MODES)[number];
  /** The most concurrent runs, including queued ones. */
  readonly max: number;
  /** The log level for rejected starts; null logs nothing. */
  readonly level: Exclude<keyof Log, 'named'> | null;
}

/** Parses `mode`, `max` and `max_exceeded`. */
export function parseRunMode(fields: Fields): RunMode {
  const mode = fields.oneOf('mode', MODES, 'single');
  const given = fields.raw('max') ?? 10;
  const max = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
  if (typeof max !== 'number' || !(max >= 2))
    throw configFault('max_runs_too_small', fields.at('max'), { max: String(given) });
  const word = (fields.optionalText('max_exceeded') ?? 'warning').toLowerCase();
  if (!Object.hasOwn(LEVELS, word)) throw fields.wrong('max_exceeded', 'expects_log_level');
  return { mode, max: Math.trunc(max), level: LEVELS[word as keyof typeof LEVELS] };
}

/** Why one more run is rejected while others are active, with the reason for the log; undefined if it may start. */
export function rejectionOf({ mode, max }: RunMode, active: number) {
  if (mode === 'restart' || active < (mode === 'single' ? 1 : max)) return undefined;
  return mode === 'single'
    ? ({ outcome: 'failed_single', reason: 'Already running' } as const)
    : ({ outcome: 'failed_max_runs', reason: 'Maximum number of runs exceeded' } as const);
}

/** Parses `trace.stored_traces`. */
export function parseStoredTraces(fields: Fields): number {
  const trace = fields.object('trace') ?? {};
  const count = trace.stored_traces ?? 5;
  if (typeof count === 'number' && Number.isInteger(count) && count >= 0) return count;
  throw configFault('expected_trace_count', [...fields.at('trace'), 'stored_traces']);
}
