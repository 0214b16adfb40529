// A memory cgroup for a server of the benchmark, version 1 or 2.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = '/sys/fs/cgroup';
/** Files of both versions: the limit, the limit with swap and what it becomes, the peak, the kills. */
const VERSIONS = [
  {
    ...{ base: join(ROOT, 'memory'), own: /^\d+:memory:(.*)$/m, limit: 'memory.limit_in_bytes' },
    ...{ swap: 'memory.memsw.limit_in_bytes', swapLimit: (bytes) => bytes },
    ...{ peak: 'memory.max_usage_in_bytes', events: 'memory.oom_control' },
  },
  {
    ...{ base: ROOT, own: /^0::(.*)$/m, limit: 'memory.max', swap: 'memory.swap.max', swapLimit: () => 0 },
    ...{ peak: 'memory.peak', events: 'memory.events' },
  },
];

/**
 * Limits the memory of what is started with its `within`, a command to put in front: `{within, peak, kills, remove}`.
 * Page cache counts, swap is not used. Throws if this machine does not let this user create a cgroup.
 */
export function limitMemory(bytes) {
  const reasons = [];
  for (const version of VERSIONS) {
    try {
      return limited(version, bytes);
    } catch (error) {
      reasons.push(error.message);
    }
  }
  throw new Error(`no memory cgroup can be created: ${reasons.join('; ')}`);
}

/** Why `limitMemory` would throw; undefined if it would not. */
export function limitProblem() {
  try {
    limitMemory(1_000_000_000).remove();
    return undefined;
  } catch (error) {
    return error.message;
  }
}

function limited({ base, own, limit, swap, swapLimit, peak, events }, bytes) {
  const folder = created(base, own.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/', limit);
  const read = (file) => readFileSync(join(folder, file), 'utf8');
  const remove = () => rmdirSync(folder);
  try {
    writeFileSync(join(folder, limit), String(bytes));
    if (existsSync(join(folder, swap))) writeFileSync(join(folder, swap), String(swapLimit(bytes)));
  } catch (error) {
    remove();
    throw error;
  }
  return {
    within: ['/bin/sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', folder],
    peak: () => Number(read(peak)),
    kills: () => Number(/^oom_kill (\d+)$/m.exec(read(events))?.[1]),
    remove,
  };
}

/** Beside the own group if there cannot be one inside it. */
function created(base, own, limit) {
  const name = `hearth-bench-${process.pid}`;
  let reason = `${base} has no memory controller`;
  for (const parent of [join(base, own), dirname(join(base, own)), base]) {
    const folder = join(parent, name);
    if (!parent.startsWith(base) || !existsSync(parent)) continue;
    try {
      mkdirSync(folder);
      if (existsSync(join(folder, limit))) return folder;
      rmdirSync(folder);
    } catch (error) {
      reason = error.message;
    }
  }
  throw new Error(reason);
}
