import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { proxy, type Row, replay, type Target } from './recorded-exchanges.ts';
import { type EndOf, HOST, httpFront, tcpFront } from './recorded-fronts.ts';

/** A device under test: the real one through a proxy that can record it, or its recorded conversation. */
export interface RecordedDevice {
  readonly host: string;
  readonly port: number;
  /** `host:port` */
  readonly address: string;
  readonly isReal: boolean;
  /** Starts and stops it at the same address, as somebody who pulls the plug. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Something happens at the device: `run` does it to the real one, and what follows was recorded. */
  act(name: string, run: (started: Started) => unknown): Promise<void>;
  /** Stops it for good and saves what was recorded. */
  close(): Promise<void>;
}

/** What a recipe prints when it has started a device. */
export type Started = Target & { readonly printed: Readonly<Record<string, unknown>> };

/** How to find the real device: the recipe that starts it, and the key of its address in what that prints. */
export interface Recipe {
  readonly name: string;
  readonly script: string;
  readonly addressKey?: string;
  readonly protocol: 'http' | 'tcp';
  readonly port?: number;
  /** The name in its certificate, for devices that are asked over HTTPS. */
  readonly tlsName?: string;
  /** Where the next message of a TCP connection ends; by default all that arrives at once is one. */
  readonly endOf?: EndOf;
}

/** The folder with the recipes of real devices; without it, recorded conversations are played. */
const PEERS = process.env.HEARTH_PEERS;
const FOLDER = join(import.meta.dirname, '..', 'hub', 'devices');

/** Opens a device, started. */
export async function openDevice(recipe: Recipe): Promise<RecordedDevice> {
  const file = join(FOLDER, `${recipe.name}.recorded.jsonl`);
  const recorded = existsSync(file) ? rowsOf(file) : [];
  const rows: Row[] = [];
  let target: Started | undefined;
  const started = (): Started => {
    if (target === undefined) throw new Error(`${recipe.name} is not started`);
    return target;
  };
  const source = PEERS === undefined ? replay(recorded) : proxy(started, rows);
  const { tlsName, endOf } = recipe;
  const front = recipe.protocol === 'http' ? await httpFront(source, tlsName) : tcpFront(source, endOf);
  const own = join(import.meta.dirname, 'peers', `${recipe.script}.sh`);
  const script = existsSync(own) ? own : join(PEERS ?? '', `${recipe.script}.sh`);
  const run = (verb: string): string => execFileSync('bash', [script, verb, 'hearth'], { encoding: 'utf8' });
  const startReal = (): void => {
    const printed = JSON.parse(run('start').trim().split('\n').at(-1) ?? '{}');
    const address = String(printed[recipe.addressKey ?? 'address']).replace(/^\w+:\/\/|\/.*$/g, '');
    const [host = HOST, port = recipe.port] = address.split(':');
    target = { host, port: Number(port), isEncrypted: tlsName !== undefined, printed };
  };
  if (PEERS !== undefined) startReal();
  const port = await front.listen(0);
  return {
    ...{ host: HOST, port, address: `${HOST}:${port}`, isReal: PEERS !== undefined },
    start: async () => {
      if (PEERS !== undefined) startReal();
      await front.listen(port);
    },
    stop: async () => {
      await front.close();
      if (PEERS !== undefined) run('stop');
    },
    act: (name, act) => source.act(name, async () => act(started())),
    close: async () => {
      await front.close();
      if (PEERS !== undefined) run('stop');
      if (process.env.HEARTH_RECORD !== undefined)
        writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    },
  };
}

function rowsOf(file: string): Row[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}
