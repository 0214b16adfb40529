// The checks that are not tests: build, format and lint, types, unused code. Uses only Node's own modules.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalled } from './build.js';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const BUILD = ['install and build', [join('scripts', 'build.js')]];
/** Tools must not call home. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
/** Checks the types of a project again only where something has changed; the build leaves types to this. */
function types(project) {
  const state = join('node_modules', '.cache', `types-${project === '.' ? 'server' : project}.json`);
  const incremental = ['--incremental', '--tsBuildInfoFile', state];
  return ['node_modules/typescript/bin/tsc', '-p', project, ...incremental];
}

/**
 * Two lists in parallel, each sequential: with the longest check in each, this halves the time on two cores.
 */
const AFTER_THE_BUILD = [['knip', ['node_modules/knip/bin/knip.js', '--no-progress']]];
const BESIDE_THE_BUILD = [
  ['biome', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
  ['types', types('.')],
  [
    'OpenAPI and AsyncAPI',
    [
      'node_modules/@redocly/cli/bin/cli.js',
      'lint',
      'docs/interface/openapi.json',
      'docs/interface/asyncapi.json',
    ],
  ],
  ['types of web', types('web')],
];

/**
 * Runs all checks, prints failures and returns the numbers of passed and failed checks; one that cannot run
 * has failed.
 */
export async function runChecks() {
  const building = runInTurn([BUILD, ...AFTER_THE_BUILD]);
  // The tools are installed with the packages, by the build of a fresh clone.
  if (!isInstalled(ROOT)) await building;
  const results = (await Promise.all([building, runInTurn(BESIDE_THE_BUILD)])).flat();
  for (const { name, failed, output } of results) {
    console.log(`${failed ? '✗' : '✓'} ${name}`);
    if (failed) console.log(output.trimEnd());
  }
  const failed = results.filter((result) => result.failed).length;
  return { passed: results.length - failed, failed };
}

async function runInTurn(checks) {
  const results = [];
  for (const [name, args] of checks) results.push({ name, ...(await runNode(args)) });
  return results;
}

function runNode(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...QUIET },
    });
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
