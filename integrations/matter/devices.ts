import { type Endpoint, textIn } from './endpoint.ts';

/** A device as Home Assistant sees it: a node, or what hangs on a bridge. */
export interface Device {
  /** What follows the node in its identifiers. */
  readonly key: string;
  readonly main: Endpoint;
  /** Its endpoints, with the main one. */
  readonly endpoints: readonly Endpoint[];
  readonly isBridged: boolean;
}

/** An endpoint with those that belong to it. */
export interface EndpointTree {
  readonly endpoint: Endpoint;
  readonly parts: readonly EndpointTree[];
}

const MAX_DEPTH = 8;
const BRIDGED = 'bridgedDeviceBasicInformation';

/** The devices of a node: itself first, then those of a bridge. */
export function devicesOf(root: EndpointTree): Device[] {
  const devices: { key: string; main: Endpoint; endpoints: Endpoint[]; isBridged: boolean }[] = [];
  const add = (tree: EndpointTree, owner: (typeof devices)[number] | undefined, depth: number): void => {
    const { endpoint } = tree;
    const isBridged = owner !== undefined && endpoint.state(BRIDGED) !== undefined;
    let own = owner;
    if (own === undefined || isBridged) {
      own = {
        ...{ key: isBridged ? String(endpoint.number) : 'MatterNodeDevice', main: endpoint },
        ...{ endpoints: [], isBridged },
      };
      devices.push(own);
    }
    own.endpoints.push(endpoint);
    if (depth < MAX_DEPTH) for (const child of tree.parts) add(child, own, depth + 1);
  };
  add(root, undefined, 0);
  return devices;
}

/** What is known about a device; `id` names its node in the fabric. */
export function describeDevice(device: Device, id: string, bridge?: { readonly serial: string | undefined }) {
  const { main, key, isBridged } = device;
  const info = main.state(isBridged ? BRIDGED : 'basicInformation');
  const serial = textIn(info, 'serialNumber');
  const product = textIn(info, 'productLabel') ?? textIn(info, 'productName') ?? null;
  const productId = info?.productId;
  const hasOwnSerial = serial !== undefined && !/test/i.test(serial) && serial !== bridge?.serial;
  return {
    identifiers: [`deviceid_${id}-${key}`, ...(hasOwnSerial ? [`serial_${serial}`] : [])],
    name: textIn(info, 'nodeLabel') ?? product ?? 'Matter device',
    manufacturer: textIn(info, 'vendorName') ?? null,
    model: product,
    model_id: typeof productId === 'number' ? String(productId) : null,
    serial_number: hasOwnSerial ? serial : null,
    sw_version: textIn(info, 'softwareVersionString') ?? null,
    hw_version: textIn(info, 'hardwareVersionString') ?? null,
    ...(isBridged ? { via: `deviceid_${id}-MatterNodeDevice` } : {}),
  };
}

/** Whether a bridge reaches a device that hangs on it. */
export function isReachable({ main, isBridged }: Device): boolean {
  return !isBridged || main.state(BRIDGED)?.reachable !== false;
}
