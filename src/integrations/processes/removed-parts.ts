import type { Log } from '../../core/log.ts';
import type { HomeModel } from '../../entities/home/home-model.ts';
import type { ConfigEntry } from '../../entities/registry/config-entries.ts';
import type { DeviceMessage } from './described.ts';
import type { ProcessEntities } from './process-entities.ts';

/** What was described of an entry before a part of it was removed. */
interface Before {
  readonly keys: readonly string[];
  readonly devices: readonly string[];
}

/** The dependencies of `RemovedParts`. */
export interface RemovedPartsParts {
  readonly home: Pick<HomeModel, 'devices' | 'registry'>;
  readonly entities: () => ProcessEntities;
  readonly log: Log;
}

/**
 * Removes the entities and devices of a part that was removed from an entry: those that the entry had and does not
 * describe any more when it is set up again.
 */
export class RemovedParts {
  private readonly parts: RemovedPartsParts;
  private readonly before = new Map<string, Before>();
  /** The devices that were described since an entry was set up. */
  private readonly devicesOf = new Map<string, Set<string>>();

  constructor(parts: RemovedPartsParts) {
    this.parts = parts;
  }

  /** The setup of an entry begins. */
  begin(entryId: string): void {
    this.devicesOf.delete(entryId);
  }

  /** Creates or updates a device of an entry. */
  describe(entryId: string, device: DeviceMessage): void {
    const deviceId = this.parts.entities().ensureDevice(entryId, device);
    const known = this.devicesOf.get(entryId) ?? new Set();
    this.devicesOf.set(entryId, known.add(deviceId));
  }

  /** A part was removed; the entry has not been set up again yet. */
  removed(entryId: string): void {
    if (this.before.has(entryId)) return;
    const keys = this.parts.entities().describedOf(entryId);
    this.before.set(entryId, { keys, devices: [...(this.devicesOf.get(entryId) ?? [])] });
  }

  /** The entry is set up. */
  loaded(entryId: string): void {
    const before = this.before.get(entryId);
    if (before === undefined) return;
    this.before.delete(entryId);
    this.forget(entryId, before).catch((error: unknown) =>
      this.parts.log.error('What belonged to a removed part could not be removed', { error }),
    );
  }

  private async forget(entryId: string, before: Before): Promise<void> {
    const { devices, registry } = this.parts.home;
    await this.parts.entities().forgetMissing(before.keys);
    const described = this.devicesOf.get(entryId);
    for (const id of before.devices) {
      const isGone = devices.get(id)?.config_entry_id === entryId && described?.has(id) !== true;
      if (isGone && registry.ofDevice(id).length === 0) await devices.remove(id);
    }
  }
}

/** Whether an entry no longer has one of its parts. */
export function hasLostPart(before: ConfigEntry, { subentries = [] }: ConfigEntry): boolean {
  const left = new Set(subentries.map(({ subentry_id: id }) => id));
  return before.subentries?.some(({ subentry_id: id }) => !left.has(id)) === true;
}
