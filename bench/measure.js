// Statistics of samples, and process figures from Linux.
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100; // USER_HZ, 100 on every Linux that Node runs on

/** The value below which `share` (0 … 1) of the samples lie; sorts the samples in place. */
export function percentile(samples, share) {
  if (samples.length === 0) return undefined;
  samples.sort((a, b) => a - b);
  return samples[Math.min(samples.length - 1, Math.floor(samples.length * share))];
}

/** `{p50, p99}` of samples in milliseconds. */
export function percentiles(samples) {
  return { p50: percentile(samples, 0.5), p99: percentile(samples, 0.99) };
}

/** The PIDs of a process and all its descendants; empty without /proc. */
export function processTree(pid) {
  const found = [];
  const waiting = [pid];
  while (waiting.length > 0) {
    const next = waiting.pop();
    try {
      for (const task of readdirSync(`/proc/${next}/task`)) {
        const children = readFileSync(`/proc/${next}/task/${task}/children`, 'utf8').trim();
        if (children !== '') waiting.push(...children.split(' ').map(Number));
      }
      found.push(next);
    } catch {
      // ended meanwhile, or a system without /proc
    }
  }
  return found;
}

/** CPU seconds (user and system) of a process and its descendants; undefined if unavailable. */
export function cpuSeconds(pid) {
  return sum(pid, (id) => {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  });
}

/** Nanoseconds of CPU time of the process itself, all threads. */
export function cpuNanoseconds(pid) {
  let used = 0;
  for (const task of readdirSync(`/proc/${pid}/task`))
    used += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
  return used;
}

/** Nanoseconds of CPU time of the main thread of a process. */
export function mainThreadNanoseconds(pid) {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]);
}

/** The share of memory of a process that is its own, in MB (1,000,000 bytes); shared pages count in parts. */
export function ownMegabytes(pid) {
  const line = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
  return (Number(line[1]) * 1024) / 1e6;
}

/** The figures of a load with `count`, and the CPU time of the server per request in microseconds, all threads. */
export async function withCpu({ pid }, load) {
  const before = pid === undefined ? undefined : cpuNanoseconds(pid);
  const figures = await load();
  if (before === undefined) return figures;
  return { ...figures, cpuEach: (cpuNanoseconds(pid) - before) / figures.count / 1000 };
}

/**
 * Resident memory of a process and its descendants, except the given PIDs, in MB (1,000,000 bytes); undefined
 * if unavailable.
 */
export function residentMegabytes(pid, except = []) {
  return sum(pid, (id) => {
    if (except.includes(id)) return 0;
    const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'));
    return line === null ? 0 : (Number(line[1]) * 1024) / 1e6;
  });
}

/** Bytes that a process and its descendants have sent to disk; undefined if unavailable. */
export function writtenBytes(pid) {
  return sum(pid, (id) => Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${id}/io`, 'utf8'))[1]));
}

function sum(pid, read) {
  if (pid === undefined) return undefined;
  const ids = processTree(pid);
  if (ids.length === 0) return undefined;
  try {
    return ids.reduce((total, id) => total + read(id), 0);
  } catch {
    return undefined;
  }
}
