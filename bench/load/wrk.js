// Load from wrk (Debian package), a C client that leaves the other core to the server.
import { execFile, spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('./requests.lua', import.meta.url));

/** Whether `wrk` is available. */
export function hasWrk() {
  return spawnSync('wrk', ['--version'], { stdio: 'ignore' }).error === undefined;
}

/** Like the `httpLoad` job with `seconds`; all requests must have the same method and path. */
export async function wrkLoad({ server, requests, connections, seconds, folder }) {
  const { method, path } = requests[0];
  const file = join(folder, `wrk-${process.hrtime.bigint()}`);
  const bodies = requests.flatMap(({ body }) => (body === undefined ? [] : [body]));
  await writeFile(file, `${[method, path, ...bodies].join('\n')}\n`, { mode: 0o600 });
  const whole = Math.max(1, Math.ceil(seconds)); // wrk only accepts whole seconds
  const args = ['-t1', `-c${connections}`, `-d${whole}s`, '--timeout', '10s', '-s', SCRIPT, server.url];
  const env = { ...process.env, BENCH_REQUESTS: file, BENCH_TOKEN: server.token };
  try {
    const output = await new Promise((resolve, reject) => {
      execFile('wrk', args, { env, timeout: (whole + 30) * 1000, killSignal: 'SIGKILL' }, (error, stdout) =>
        error === null ? resolve(stdout) : reject(error),
      );
    });
    const { count, seconds: took, ...rest } = JSON.parse(output.slice(output.lastIndexOf('\n{')));
    return { count, rate: count / took, ...rest };
  } finally {
    await rm(file, { force: true });
  }
}
