import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real Matter bridge in a network of its own, in which the processes of integrations run as well. */
export interface MatterBridge {
  /** The eleven digits, and the text of the QR code. */
  readonly code: string;
  readonly qr: string;
  /** Does something at the bridge: sets an attribute, adds or removes a device. */
  act(wish: object): unknown;
  /** Pulls its plug. */
  kill(): void;
  /** Starts it with what it remembers. */
  startAgain(): void;
  close(): void;
}

const INSTANCE = 'hearth-test';

/** Starts the bridge of the recipe `matter.sh`; undefined if this machine cannot. */
export function startMatterBridge(peers: string): MatterBridge | undefined {
  const script = join(peers, 'matter.sh');
  const run = (verb: string): string =>
    execFileSync('bash', [script, verb, INSTANCE], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  let line: string;
  try {
    line = run('start').trim().split('\n').at(-1) ?? '';
  } catch (error) {
    console.warn(`The Matter bridge cannot be started: ${String(error).slice(0, 500)}`);
    return undefined;
  }
  const started: { netns: string; control: number; pid: number; pairing_code: string; qr: string } =
    JSON.parse(line);
  const { netns, control } = started;
  const home = process.env.PEERS_HOME ?? join(homedir(), '.cache', 'device-peers');
  const folder = join(home, 'run', `matter-${INSTANCE}`);
  const node = process.execPath;
  let { pid } = started;
  const wrapper = mkdtempSync(join(tmpdir(), 'hearth-netns-'));
  process.execPath = join(wrapper, 'node-of-the-bridge');
  writeFileSync(process.execPath, `#!/bin/sh\nexec ip netns exec ${netns} '${node}' "$@"\n`);
  chmodSync(process.execPath, 0o755);
  const ask = `const s = require('net').connect(${control}, '10.99.0.1', () => s.write(process.argv[1] + '\\n'));
    s.on('data', (d) => { console.log(String(d)); s.destroy(); });`;
  return {
    ...{ code: started.pairing_code, qr: started.qr },
    act: (wish) =>
      JSON.parse(
        execFileSync('ip', ['netns', 'exec', netns, node, '-e', ask, JSON.stringify(wish)], {
          encoding: 'utf8',
        }),
      ),
    kill: () => process.kill(pid, 'SIGKILL'),
    startAgain: () => {
      const program = join(home, 'matter', 'matter-bridge.mjs');
      const log = openSync(join(folder, 'bridge.log'), 'a');
      const parts = [
        netns.replace(/-hub$/, ''),
        node,
        program,
        join(folder, 'storage'),
        String(control),
        'house0',
      ];
      const again = spawn('ip', ['netns', 'exec', ...parts], { stdio: ['ignore', log, log], detached: true });
      pid = again.pid ?? pid;
      writeFileSync(join(folder, 'bridge.pid'), `${pid}\n`);
      again.unref();
    },
    close: () => {
      process.execPath = node;
      rmSync(wrapper, { recursive: true, force: true });
      run('stop');
    },
  };
}
