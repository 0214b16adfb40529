import { integration, z } from 'hearth-integration';
import { Controller } from './controller.ts';
import { textIn } from './endpoint.ts';
import { watchNode } from './liveness.ts';
import { NodeRun } from './node-run.ts';

const runs = new Map<string, NodeRun>();
let opened: Promise<Controller> | undefined;

/** The controller, which all entries share; a failed start is tried again. */
function controller(): Promise<Controller> {
  opened ??= Controller.open().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** Matter: lights, plugs, sensors, locks, thermostats and more, over the network of the home. */
export default integration({
  config: z.object({ code: z.string().min(1).max(200) }),

  async connect({ code }) {
    const own = await controller();
    const node = await own.commission(code);
    const info = node.maybeStateOf('basicInformation');
    const title = textIn(info, 'nodeLabel') ?? textIn(info, 'productLabel') ?? textIn(info, 'productName');
    return { uniqueId: own.idOf(node) ?? '', title: title ?? 'Matter device', data: { code: '' } };
  },

  async unpair({ uniqueId }) {
    const own = await controller();
    const node = uniqueId === null ? undefined : own.nodeOf(uniqueId);
    if (node !== undefined) await own.remove(node);
  },

  removeDevice: (entry, identifiers) => !runs.get(entry.id)?.hasDevice(identifiers),

  async setup(entry) {
    const own = await controller();
    const node = own.nodeOf(entry.uniqueId);
    if (node === undefined)
      throw new Error('This device is not known here: remove it and add it again with a new setup code');
    const run = new NodeRun(entry, node, entry.uniqueId);
    runs.set(entry.id, run);
    entry.onUnload(() => {
      runs.delete(entry.id);
      run.end();
    });
    run.begin();
    watchNode(node, own, { signal: entry.signal, reached: (isReached) => run.setReached(isReached) });
  },
});
