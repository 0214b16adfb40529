import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { FlowError, NotReachable } from 'hearth-integration';
import { loadMatterJs, type MatterJs, type MatterNode } from './matter-js.ts';

type Server = Awaited<ReturnType<MatterJs['ServerNode']['create']>>;

/** The folder whose files only encrypted backups contain. */
const STORAGE = 'secrets';
/** A device that refuses the code is like one that is not there: others may have it. */
const COMMISSION_WITHIN = 45;
const UNPAIR_WITHIN = 20_000;
/** How often a device reports at the latest: what is silent for longer is asked whether it is there. */
const REPORT_EVERY = 30;

/** The controller of this home: one for all entries of the process, with a fabric of its own. */
export class Controller {
  readonly matter: MatterJs;
  private readonly server: Server;

  private constructor(matter: MatterJs, server: Server) {
    this.matter = matter;
    this.server = server;
  }

  static async open(): Promise<Controller> {
    const storage = join(process.cwd(), STORAGE);
    mkdirSync(storage, { recursive: true, mode: 0o700 });
    const matter = await loadMatterJs(storage);
    matter.Logger.level = 'warn';
    matter.Logger.format = 'plain';
    const server = await matter.ServerNode.create({
      ...{ id: 'controller', commissioning: { enabled: false }, network: { port: 0 } },
      basicInformation: { vendorName: 'Hearth', productName: 'Hearth' },
    });
    await server.start();
    return new Controller(matter, server);
  }

  /** Adds a device to the fabric by its setup code. */
  async commission(code: string): Promise<MatterNode> {
    const { Seconds } = this.matter;
    const { passcode, ...discriminators } = this.decode(code);
    try {
      const node = await this.server.peers.commission({
        ...{ passcode, ...discriminators, timeout: Seconds(COMMISSION_WITHIN) },
      });
      await node.set({
        network: {
          defaultSubscription: { minIntervalFloor: Seconds(0), maxIntervalCeiling: Seconds(REPORT_EVERY) },
        },
      });
      return node;
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** A device of the fabric by the end of its unique ID. */
  nodeOf(uniqueId: string): MatterNode | undefined {
    return [...this.server.peers].find((node) => this.idOf(node) === uniqueId);
  }

  /** What identifies a device in all homes: the fabric and its node, as Home Assistant writes them. */
  idOf({ peerAddress }: MatterNode): string | undefined {
    const [fabric] = this.server.env.get(this.matter.FabricManager).fabrics;
    if (peerAddress === undefined || fabric === undefined) return undefined;
    return `${hex(fabric.globalId)}-${hex(peerAddress.nodeId)}`;
  }

  /** Ends the membership of a device; one that cannot be reached keeps it until it is reset. */
  async remove(node: MatterNode): Promise<void> {
    const limit = AbortSignal.timeout(UNPAIR_WITHIN);
    const late = new Promise<never>((_, reject) =>
      limit.addEventListener('abort', () => reject(limit.reason)),
    );
    try {
      await Promise.race([node.decommission(), late]);
    } catch (error) {
      await node.delete();
      throw error;
    }
  }

  private decode(code: string): { readonly passcode: number } {
    const plain = code.replaceAll(/[\s-]/g, '');
    const { ManualPairingCodeCodec, QrPairingCodeCodec } = this.matter;
    try {
      if (!/^MT:/i.test(code)) return ManualPairingCodeCodec.decode(plain) as { readonly passcode: number };
      const [first] = QrPairingCodeCodec.decode(code.trim().toUpperCase()) as [
        { readonly passcode: number; readonly discriminator: number },
      ];
      return { passcode: first.passcode, ...{ longDiscriminator: first.discriminator } };
    } catch {
      throw new FlowError('invalid_code', 'code');
    }
  }
}

const hex = (id: bigint): string => id.toString(16).toUpperCase().padStart(16, '0');

/** What went wrong, for whoever entered the code. */
function refusalOf(error: unknown): Error {
  const text = textOf(error);
  if (/already commissioned/i.test(text)) return new FlowError('already_in_fabric', 'code');
  return new NotReachable(text, 'not_found');
}

/** An error of matter.js with what caused it. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = 'errors' in error && Array.isArray(error.errors) ? error.errors : [error.cause];
  return [error.message, ...inner.flatMap((one) => (one instanceof Error ? [textOf(one)] : []))].join(': ');
}
