// The checks that are no tests: build, format and lint, types, unused code. Node's own modules only.
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './build.js';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const CHECKS = [
  ['biome', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
  ['types', ['node_modules/typescript/bin/tsc', '-p', '.']],
  ['types of web', ['node_modules/typescript/bin/tsc', '-p', 'web']],
  ['knip', ['node_modules/knip/bin/knip.js', '--no-progress']],
];

/** Runs every check, prints what fails and gives the number of failures; a check that cannot run has failed. */
export async function runChecks() {
  const built = await prepare().then(
    () => ({ name: 'install and build', failed: false, output: '' }),
    (error) => ({ name: 'install and build', failed: true, output: error.message }),
  );
  const results = [built];
  for (const [name, args] of CHECKS) results.push({ name, ...(await runNode(args)) });
  for (const { name, failed, output } of results) {
    console.log(`${failed ? '✗' : '✓'} ${name}`);
    if (failed) console.log(output.trimEnd());
  }
  return results.filter((result) => result.failed).length;
}

/** Runs the tests under `env`; the code is 0 only when all of them passed. */
export function runTests(args, env = {}) {
  return new Promise((resolve) => {
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...args];
    const child = spawn(process.execPath, vitest, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

function runNode(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ failed: true, output: error.message }));
    child.on('close', (code) => resolve({ failed: code !== 0, output }));
  });
}
