import type { Resource } from './bridge.ts';

type Plain = Readonly<Record<string, unknown>>;

/** An object in an object, or an empty one. */
export function within(from: unknown, name: string): Plain {
  const value = isPlain(from) ? from[name] : undefined;
  return isPlain(value) ? value : {};
}

export function numberOf(from: unknown, name: string): number | null {
  const value = isPlain(from) ? from[name] : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function flagOf(from: unknown, name: string): boolean | null {
  const value = isPlain(from) ? from[name] : undefined;
  return typeof value === 'boolean' ? value : null;
}

export function textOf(from: unknown, name: string): string | null {
  const value = isPlain(from) ? from[name] : undefined;
  return typeof value === 'string' && value !== '' ? value.slice(0, 255) : null;
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const MAX_RESOURCES = 20_000;

/** All that a bridge has, kept up to date by its events. */
export class Store {
  private resources = new Map<string, Resource>();

  constructor(resources: readonly Resource[]) {
    this.resources = new Map(resources.map((one) => [one.id, one]));
  }

  get(id: string | null): Resource | undefined {
    return id === null ? undefined : this.resources.get(id);
  }

  ofType(type: string): Resource[] {
    return [...this.resources.values()].filter((one) => one.type === type);
  }

  /** The resources that something refers to in a list, such as the services of a device. */
  referred(from: Resource | undefined, list: string, type: string): Resource[] {
    const references = from?.[list];
    if (!Array.isArray(references)) return [];
    return references.flatMap((one) => {
      const found = this.get(textOf(one, 'rid'));
      return found?.type === type ? [found] : [];
    });
  }

  /** The device or group that something belongs to. */
  ownerOf(resource: Resource): Resource | undefined {
    return this.get(textOf(within(resource, 'owner'), 'rid'));
  }

  /** The room that a device is in. */
  roomOf(device: Resource): Resource | undefined {
    return this.ofType('room').find((room) => this.referred(room, 'children', 'device').includes(device));
  }

  /** The lights of a room or zone. */
  lightsOf(group: Resource): Resource[] {
    const direct = this.referred(group, 'children', 'light');
    const devices = this.referred(group, 'children', 'device');
    return [...direct, ...devices.flatMap((device) => this.referred(device, 'services', 'light'))];
  }

  /** Whether a device can be reached; those without a radio always can. */
  isConnected(device: Resource | undefined): boolean {
    const [radio] = this.referred(device, 'services', 'zigbee_connectivity');
    return radio === undefined || radio.status === 'connected';
  }

  /**
   * Takes what the bridge tells: `[{ type: 'update', data: [{ id, … }] }]`. Returns the IDs of what changed, and
   * whether there is something new or something is gone.
   */
  take(events: unknown): { readonly changed: Resource[]; readonly isOther: boolean } {
    const changed: Resource[] = [];
    let isOther = false;
    for (const event of Array.isArray(events) ? events.slice(0, 1000) : []) {
      const [kind, data] = [textOf(event, 'type'), isPlain(event) ? event.data : undefined];
      for (const part of Array.isArray(data) ? data.slice(0, 1000) : []) {
        const id = textOf(part, 'id');
        const known = this.get(id);
        if (kind === 'delete' && id !== null) isOther = this.resources.delete(id) || isOther;
        else if (kind === 'add' && id !== null && known === undefined && textOf(part, 'type') !== null) {
          if (this.resources.size < MAX_RESOURCES) this.resources.set(id, part as Resource);
          isOther = true;
        } else if (kind === 'update' && known !== undefined) {
          const now = { ...merged(known, part), id: known.id, type: known.type } as Resource;
          this.resources.set(known.id, now);
          // What something is called, or who it belongs to, is shown by its device.
          isOther ||= ['metadata', 'children', 'services', 'owner'].some((name) => name in part);
          // Only what this update says: an event that is repeated is another one.
          changed.push({ ...(part as object), id: known.id, type: known.type });
        }
      }
    }
    return { changed, isOther };
  }
}

function merged(known: Plain, change: Plain): Plain {
  const result: Record<string, unknown> = { ...known };
  for (const [name, value] of Object.entries(change).slice(0, 100)) {
    const former = result[name];
    result[name] = isPlain(former) && isPlain(value) ? merged(former, value) : value;
  }
  return result;
}
