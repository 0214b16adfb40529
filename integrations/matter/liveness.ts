import type { Controller } from './controller.ts';
import type { MatterNode, Observable } from './matter-js.ts';

/** How long a device may be silent before it is asked. */
const SILENT_FOR = 15_000;
const LOOK_EVERY = 5_000;
const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 30_000;
const REACH_WITHIN = 20_000;
/** About three seconds, or thirteen where the device sleeps between messages. */
const RETRANSMISSIONS = 3;
const [ROOT, BASIC_INFORMATION, VENDOR_ID] = [0, 40, 2];

/**
 * Watches whether a node can be reached until the signal ends it. A subscription that is lost without a word, as by a
 * pulled plug, is noticed by matter.js after minutes only: a node that is silent is asked.
 */
export function watchNode(
  node: MatterNode,
  controller: Controller,
  { signal, reached }: { readonly signal: AbortSignal; readonly reached: (isReached: boolean) => void },
): void {
  let heardAt = Date.now();
  const heard = (): void => {
    heardAt = Date.now();
  };
  const alive: Observable | undefined = node.eventsOf('network').subscriptionAlive;
  alive?.on(heard);
  signal.addEventListener('abort', () => alive?.off(heard));
  const run = async (): Promise<void> => {
    let wait = FIRST_WAIT;
    let isFirst = true;
    while (!signal.aborted) {
      if (await reach(node, controller, signal)) {
        // What the node forgot, and what happened meanwhile.
        if (!isFirst) await subscribeAnew(node);
        wait = FIRST_WAIT;
        heard();
        reached(true);
        while (!signal.aborted && (await isThere(node, () => Date.now() - heardAt)))
          await pause(LOOK_EVERY, signal);
        if (signal.aborted) return;
      }
      isFirst = false;
      reached(false);
      await pause(wait, signal);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    }
  };
  void run();
}

/** Whether a node reported something lately, or answers. A node that sleeps for long is believed. */
async function isThere(node: MatterNode, silence: () => number): Promise<boolean> {
  if (silence() < SILENT_FOR || node.maybeStateOf('icdManagement') !== undefined) return true;
  return node.interaction.probe({ maxRetransmissions: RETRANSMISSIONS });
}

/** Asks a node for something small, over a new session if there is none. */
async function reach(node: MatterNode, { matter }: Controller, signal: AbortSignal): Promise<boolean> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(REACH_WITHIN)]);
  const attributes = [{ endpointId: ROOT, clusterId: BASIC_INFORMATION, attributeId: VENDOR_ID }];
  try {
    const request = { ...matter.Read({ attributes, fabricFilter: true }), includeKnownVersions: true };
    for await (const _ of node.interaction.read({ ...request, abort: limit }));
    return true;
  } catch {
    return false;
  }
}

async function subscribeAnew(node: MatterNode): Promise<void> {
  await node.set({ network: { autoSubscribe: false } });
  await node.set({ network: { autoSubscribe: true } });
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
