import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../src/core/log.ts';
import { silentLog } from '../../src/core/log.ts';
import { IntegrationProcess, type ProcessEnd } from '../../src/integrations/processes/integration-process.ts';
import { Manifest } from '../../src/integrations/processes/manifest.ts';
import type { FromIntegration } from '../../src/integrations/processes/protocol.ts';
import { FakeClock } from './fake-clock.ts';

/** What a hostile integration can use: `send` an object as a message, `raw` bytes. */
const PRELUDE = `
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync, fork } from 'node:child_process';
import { Worker } from 'node:worker_threads';
let pipe;
const raw = (bytes) => pipe.write(bytes);
const frame = (text) => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(Buffer.byteLength(text));
  return Buffer.concat([head, Buffer.from(text)]);
};
const send = (message) => raw(frame(JSON.stringify(message)));
const ready = () => send({ type: 'ready', api: 1, version: [1, 1], hasOptions: false, hasReconfigure: false, removesDevices: false });
const log = (text) => send({ type: 'log', level: 'info', text });
const attempt = (name, task) => {
  try { task(); log(name + ': allowed'); } catch (error) { log(name + ': ' + error.code); }
};
`;

/** A process whose integration runs `code`, and what became of it. */
export interface HostileRun {
  readonly process: IntegrationProcess;
  readonly clock: FakeClock;
  readonly received: FromIntegration[];
  readonly ended: Promise<ProcessEnd>;
}

/** Starts an integration that does not use the SDK. */
export function startHostile(
  folder: string,
  code: string,
  { memory = 96, log = silentLog as Log } = {},
): HostileRun {
  const own = join(folder, 'integrations', 'hostile');
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'package.json'), '{"type":"module"}');
  writeFileSync(join(own, 'main.js'), `${PRELUDE}export default { run(given) { pipe = given; ${code} } };`);
  const manifest = Manifest.parse({
    ...{ domain: 'hostile', name: 'Hostile', version: '1.0.0', api: 1, limits: { memory } },
  });
  const clock = new FakeClock();
  const received: FromIntegration[] = [];
  let finish: (end: ProcessEnd) => void = () => {};
  const ended = new Promise<ProcessEnd>((resolve) => {
    finish = resolve;
  });
  const dataFolder = join(folder, 'integrations', '.data', 'hostile');
  const modules = join(folder, 'integrations', 'node_modules');
  const process = new IntegrationProcess(
    { installed: { manifest, folder: own, dataFolder, modules, isBuiltIn: false, hubId: '' }, clock, log },
    { received: (message) => void received.push(message), ended: finish },
  );
  return { process, clock, received, ended };
}
