import { spawnSync } from 'node:child_process';

/** A command prefix for a separate PID namespace, like a container's; needs root or user namespaces. */
const PROGRAMS = [
  ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'],
  ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc'],
];

/** Undefined where this machine does not allow namespaces. */
export const PID_NAMESPACE = PROGRAMS.find(
  ([program = '', ...args]) => spawnSync(program, [...args, 'true']).status === 0,
);

/** The same with an empty /proc, where a process has no information about others. */
export const WITHOUT_PROC = PID_NAMESPACE?.concat('sh', '-c', 'mount -t tmpfs none /proc && exec "$0" "$@"');
