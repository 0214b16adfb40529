import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Tells listeners of something until they stop listening. */
export interface Observable<Arguments extends unknown[] = unknown[]> {
  on(listener: (...given: Arguments) => void): unknown;
  off(listener: (...given: Arguments) => void): unknown;
}

/** What a cluster says: attributes by name, bitmaps as objects of flags. */
export type ClusterState = Readonly<Record<string, unknown>>;

/** An endpoint of a device as matter.js knows it: its state is what the device reported last. */
export interface MatterEndpoint {
  readonly number: number;
  readonly parts: Iterable<MatterEndpoint>;
  readonly behaviors: { readonly supported: Readonly<Record<string, unknown>> };
  maybeStateOf(cluster: string): ClusterState | undefined;
  commandsOf(cluster: string): Readonly<Record<string, (fields?: object) => Promise<unknown>>>;
  eventsOf(cluster: string): Readonly<Record<string, Observable | undefined>>;
  setStateOf(cluster: string, values: object): Promise<void>;
}

/** A device of the fabric as matter.js knows it. */
export interface MatterNode extends MatterEndpoint {
  readonly peerAddress: { readonly nodeId: bigint } | undefined;
  readonly lifecycle: {
    readonly online: Observable;
    readonly offline: Observable;
    readonly changed: Observable;
  };
  readonly interaction: {
    probe(options: { readonly maxRetransmissions: number }): Promise<boolean>;
    read(request: object): AsyncIterable<unknown>;
  };
  set(values: object): Promise<void>;
  decommission(): Promise<void>;
  delete(): Promise<void>;
}

/** The node of this home, which controls the others. */
interface ServerNode {
  readonly peers: Iterable<MatterNode> & { commission(options: object): Promise<MatterNode> };
  readonly env: { get(service: unknown): { readonly fabrics: readonly { readonly globalId: bigint }[] } };
  start(): Promise<void>;
  close(): Promise<void>;
}

interface Codec {
  decode(code: string): unknown;
}

/** The parts of matter.js that are used here. */
export interface MatterJs {
  readonly ServerNode: { create(options: object): Promise<ServerNode> };
  readonly Logger: { level: unknown; format: unknown };
  readonly ManualPairingCodeCodec: Codec;
  readonly QrPairingCodeCodec: Codec;
  readonly FabricManager: unknown;
  readonly Seconds: (count: number) => number;
  readonly Read: (request: object) => object;
}

/** Loads matter.js, which takes seconds on a small machine; `storage` is where it keeps its fabric. */
export async function loadMatterJs(storage: string): Promise<MatterJs> {
  const folder = process.env.HEARTH_PACKAGES;
  if (folder === undefined) throw new Error('The packages of Matter are not there');
  const module: { readonly load: (storage: string) => Promise<MatterJs> } = await import(
    /* @vite-ignore */ pathToFileURL(join(folder, 'packages.js')).href
  );
  return module.load(storage);
}
