import { spawnSync } from 'node:child_process';

/**
 * The start of a command line that runs the rest in its own PID namespace, like a container; requires root or
 * user namespaces.
 */
const PROGRAMS = [
  ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'],
  ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc'],
];

/** Undefined if this machine does not allow namespaces. */
export const PID_NAMESPACE = PROGRAMS.find(
  ([program = '', ...args]) => spawnSync(program, [...args, 'true']).status === 0,
);

/** The same with an empty /proc, where a process can get no information about processes. */
export const WITHOUT_PROC = PID_NAMESPACE?.concat('sh', '-c', 'mount -t tmpfs none /proc && exec "$0" "$@"');
