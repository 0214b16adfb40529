import { fault, HubError } from '../../core/errors.ts';

interface Problem {
  readonly code?: unknown;
  readonly status?: unknown;
  readonly serviceCode?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

/** The error that says what is wrong with a location, from what a client library throws. */
export function targetError(name: string, thrown: unknown): HubError {
  if (thrown instanceof HubError) return thrown;
  const { code, status } = deepest(thrown);
  const options = { cause: thrown };
  if (status === 401 || status === 403) return fault('failed', 'backup_target_refuses', { name }, options);
  if (status === 404) return fault('failed', 'backup_target_missing', { name }, options);
  if (status === 507 || code === 'ENOSPC' || code === 'EDQUOT')
    return fault('failed', 'backup_target_full', { name }, options);
  if (/CERT|SELF_SIGNED|TLS|SSL/.test(String(code)))
    return fault('failed', 'backup_target_certificate', { name, code: String(code) }, options);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return fault('failed', 'backup_target_refuses', { name }, options);
  const reason = status === undefined ? String(code ?? 'no answer') : `HTTP ${status}`;
  return fault('failed', 'backup_target_fails', { name, reason: reason.slice(0, 100) }, options);
}

/** The status or system code that is at the bottom of an error. */
function deepest(thrown: unknown): { readonly code: unknown; readonly status: number | undefined } {
  let [code, status]: [unknown, number | undefined] = [undefined, undefined];
  let error = thrown;
  for (let depth = 0; depth < 6 && typeof error === 'object' && error !== null; depth++) {
    const problem = error as Problem;
    if (typeof problem.status === 'number') status = problem.status;
    code = problem.serviceCode ?? problem.code ?? code;
    if (problem.cause === undefined && (error as Error).name === 'TimeoutError') code = 'timeout';
    error = problem.cause;
  }
  return { code, status };
}
