import { isoTime } from '../core/clock.ts';
import type { TlsStatus } from '../core/tls-status.ts';

/** The status of TLS as it is sent to administrators and to the command line. */
export function tlsView({ isFixed, isActive, expires, problem, ...status }: TlsStatus) {
  return {
    ...status,
    is_fixed: isFixed,
    is_active: isActive,
    expires: expires === null ? null : isoTime(expires),
    problem: problem?.text ?? null,
    ...(problem?.translation === undefined ? {} : { problem_translation: problem.translation }),
  };
}
