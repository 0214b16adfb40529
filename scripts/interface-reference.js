// Generates docs/interface/ from the routes, WebSocket commands and errors of the server: `node
// scripts/interface-reference.js`. The pages are file snapshots of the test that keeps them up to date.
import { spawnSync } from 'node:child_process';

const test = ['run', 'test/hub/interface-reference.test.ts', '--update'];
const { status } = spawnSync('npx', ['vitest', ...test], { stdio: 'inherit' });
process.exit(status ?? 1);
