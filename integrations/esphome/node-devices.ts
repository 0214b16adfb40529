import { type DeviceHandle, type EntityHandle, NotReachable } from 'hearth-integration';
import { KINDS } from './kinds/index.ts';
import type { Described, Kind, Target } from './kinds/kind.ts';
import type { ListedEntity } from './node.ts';
import type { Message } from './protocol/messages.ts';
import type { NodeConnection } from './protocol/node-connection.ts';
import type { NodeEntry } from './settings.ts';

type Info = Message<'DeviceInfoResponse'>;

/** An entity that is shown. */
interface Shown {
  listed: ListedEntity;
  readonly handle: EntityHandle;
  described: string;
  state: unknown;
}

const CATEGORIES = [undefined, 'config', 'diagnostic'] as const;
const PICTURE_WITHIN = 10_000;
const MAX_PICTURE = 2 * 1024 * 1024;

/** The devices of a node, itself and those behind it, with their entities. */
export class NodeDevices {
  private readonly entry: NodeEntry;
  private readonly handles = new Map<number, DeviceHandle>();
  private readonly shown = new Map<string, Shown>();
  private identifiers = new Set<string>();
  private connection: NodeConnection | undefined;
  private firmware: EntityHandle | undefined;
  private readonly pictures = new Map<string, Promise<Buffer>>();

  constructor(entry: NodeEntry) {
    this.entry = entry;
  }

  /** How many entities of each kind there are. */
  describe(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { listed } of this.shown.values())
      counts[listed.kind.type] = (counts[listed.kind.type] ?? 0) + 1;
    return counts;
  }

  has(identifier: string): boolean {
    return this.identifiers.has(identifier);
  }

  /** There is no connection any more. */
  lost(): void {
    this.connection = undefined;
  }

  /** Shows what a node lists, and follows its states. */
  show(info: Info, entities: readonly ListedEntity[], connection: NodeConnection): void {
    this.connection = connection;
    this.describeDevices(info);
    const present = new Set<string>();
    const byKey = new Map<string, Shown>();
    for (const listed of entities) {
      const uniqueId = uniqueIdOf(info, listed);
      const place = `${listed.kind.domain} ${uniqueId}`;
      if (present.has(place)) continue;
      present.add(place);
      byKey.set(keyOf(listed.kind, listed.info), this.showOne(place, uniqueId, { info, listed }));
    }
    this.showFirmware(info);
    for (const [place, { handle }] of this.shown) {
      if (present.has(place)) continue;
      handle.remove();
      this.shown.delete(place);
    }
    for (const kind of KINDS) {
      const { state } = kind;
      if (state === undefined) continue;
      connection.on(state, (message) => {
        const shown = byKey.get(keyOf(kind, message as unknown as ListedEntity['info']));
        if (shown !== undefined) take(shown, kind, message);
      });
    }
  }

  private showOne(
    place: string,
    uniqueId: string,
    { info, listed }: { info: Info; listed: ListedEntity },
  ): Shown {
    const description = descriptionOf(listed);
    const known = this.shown.get(place);
    if (known !== undefined) {
      known.listed = listed;
      known.state = undefined;
      const text = JSON.stringify(description);
      if (text !== known.described) known.handle.change(description);
      known.described = text;
      return known;
    }
    const device = this.handles.get(listed.info.device_id) ?? this.handles.get(0);
    if (device === undefined) throw new Error('The device was not described');
    const shown: Omit<Shown, 'handle'> & { handle?: EntityHandle } = {
      ...{ listed, described: JSON.stringify(description), state: undefined },
    };
    const commands = listed.kind.commands?.({
      info: listed.info as never,
      target: this.targetOf(() => shown.listed.info),
      now: () => shown.state as never,
    });
    shown.handle = device.add(listed.kind.domain, {
      ...description,
      ...{ uniqueId, formerUniqueIds: formerIdsOf(info, listed), values: listed.kind.unknown },
      ...commands,
    });
    this.shown.set(place, shown as Shown);
    return shown as Shown;
  }

  /** The firmware of the node; the newest version only the internet knows, and nothing is asked there. */
  private showFirmware(info: Info): void {
    const version = info.project_version || info.esphome_version;
    const values = { installed_version: version, latest_version: null, title: 'ESPHome' };
    this.firmware ??= this.handles.get(0)?.add('update', {
      ...{ uniqueId: info.mac_address, name: 'Firmware', entityCategory: 'config', deviceClass: 'firmware' },
    });
    this.firmware?.report(values);
  }

  private describeDevices(info: Info): void {
    const { mac_address: mac, areas, devices, webserver_port: port } = info;
    const [maker = '', project = ''] = info.project_name.split('.');
    const facts = {
      manufacturer: maker || info.manufacturer || 'espressif',
      model: project || info.model || null,
      sw_version:
        info.project_name === ''
          ? `${info.esphome_version} (${info.compilation_time})`
          : `${info.project_version} (ESPHome ${info.esphome_version})`,
    };
    const areaOf = (id: number): string => areas.find(({ area_id: one }) => one === id)?.name ?? '';
    const area = info.area.name || info.suggested_area;
    const { host } = this.entry.data;
    const name = info.friendly_name || info.name;
    this.put(0, {
      connections: [['mac', mac]],
      ...{ ...facts, name },
      ...(area === '' ? {} : { area }),
      configuration_url: port === 0 ? null : `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    });
    this.identifiers = new Set();
    for (const { device_id: id, name: own, area_id: place } of devices) {
      const identifier = `${mac}_${id}`;
      this.identifiers.add(identifier);
      this.put(id, {
        ...{ identifiers: [identifier], viaConnection: ['mac', mac], ...facts, name: own || name },
        ...(areaOf(place) === '' ? {} : { area: areaOf(place) }),
      });
    }
  }

  private put(id: number, description: Parameters<NodeEntry['device']>[0]): void {
    const known = this.handles.get(id);
    if (known === undefined) this.handles.set(id, this.entry.device(description));
    else known.describe(description);
  }

  private targetOf(info: () => ListedEntity['info']): Target {
    const connected = (): NodeConnection => {
      if (this.connection === undefined) throw new NotReachable('The device is not connected');
      return this.connection;
    };
    return {
      send: (name, values) => {
        const { key, device_id } = info();
        connected().send(name, { key, device_id, ...values } as never);
      },
      picture: () => {
        const { key, device_id: id } = info();
        const place = `${id} ${key}`;
        const picture =
          this.pictures.get(place) ??
          takePicture(connected(), key).finally(() => this.pictures.delete(place));
        this.pictures.set(place, picture);
        return picture;
      },
    };
  }
}

/** Keys are unique among the entities of a kind and device. */
function keyOf({ type }: Kind, { key, device_id }: { key: number; device_id: number }): string {
  return `${type} ${device_id} ${key}`;
}

function take(shown: Shown, kind: Kind, message: unknown): void {
  shown.state = message;
  const values = kind.read?.(message as never, shown.listed.info as never);
  if (values !== undefined) shown.handle.report(values);
}

function descriptionOf({ kind, info }: ListedEntity) {
  const { nativeUnits, ...described }: Described = kind.describe?.(info as never) ?? {};
  const category = CATEGORIES[info.entity_category];
  return {
    name: info.name === '' ? null : info.name,
    ...(info.icon === '' ? {} : { icon: info.icon }),
    ...(info.device_class ? { deviceClass: info.device_class } : {}),
    ...(category === undefined ? {} : { entityCategory: category }),
    ...(info.disabled_by_default ? { enabledByDefault: false } : {}),
    ...(nativeUnits === undefined ? {} : { nativeUnits }),
    ...described,
  };
}

function uniqueIdOf({ mac_address: mac }: Info, { kind, info }: ListedEntity): string {
  return `${mac}/${info.device_id}/${kind.type}/${info.name}`;
}

/** The unique IDs that Home Assistant gave the entity before 2026.8. */
function formerIdsOf(
  { mac_address: mac, friendly_name: friendly, name }: Info,
  { kind, info }: ListedEntity,
): string[] {
  const text = info.name || friendly || name;
  const objectId = text
    .toLowerCase()
    .replaceAll(' ', '_')
    .replace(/[^a-z0-9_-]/gu, '_');
  const former = `${mac}-${kind.type}-${objectId}`;
  return [info.device_id === 0 ? former : `${former}@${info.device_id}`];
}

/** One picture of a camera, which comes in parts. */
function takePicture(connection: NodeConnection, key: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const end = (): void => {
      undo();
      clearTimeout(timer);
    };
    const fail = (text: string): void => {
      end();
      reject(new NotReachable(text));
    };
    const undo = connection.on('CameraImageResponse', ({ key: of, data, done }) => {
      if (of !== key) return;
      parts.push(data);
      size += data.length;
      if (size > MAX_PICTURE) fail('The picture is too large');
      else if (done) {
        end();
        resolve(Buffer.concat(parts));
      }
    });
    const timer = setTimeout(() => fail('The device sends no picture'), PICTURE_WITHIN);
    void connection.ended.then(() => fail('The device is not connected'));
    connection.send('CameraImageRequest', { single: true });
  });
}
