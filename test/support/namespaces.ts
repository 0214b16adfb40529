import { spawnSync } from 'node:child_process';

/** The start of a command line that runs what follows in a PID namespace of its own, as a container does; root, or a user with user namespaces. */
const PROGRAMS = [
  ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'],
  ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc'],
];

/** Undefined where this machine does not allow namespaces. */
export const PID_NAMESPACE = PROGRAMS.find(
  ([program = '', ...args]) => spawnSync(program, [...args, 'true']).status === 0,
);

/** The same with an empty /proc, where a process can tell nothing of any process. */
export const WITHOUT_PROC = PID_NAMESPACE?.concat('sh', '-c', 'mount -t tmpfs none /proc && exec "$0" "$@"');
