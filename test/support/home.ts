import { fullAccess } from '../../src/core/access.ts';
import { Bus, type HubEvent } from '../../src/core/bus.ts';
import type { Clock } from '../../src/core/clock.ts';
import { newContext } from '../../src/core/context.ts';
import { silentLog } from '../../src/core/log.ts';
import { StateMachine } from '../../src/core/state-machine.ts';
import type { UnitSystemName } from '../../src/core/unit-system.ts';
import type { Command } from '../../src/domains/definition/define-domain.ts';
import { domains } from '../../src/domains/index.ts';
import type { Driver } from '../../src/entities/entity/driver.ts';
import { Entities } from '../../src/entities/entity/entities.ts';
import { type DeviceEntry, DeviceRegistry } from '../../src/entities/registry/device-registry.ts';
import { type EntityEntry, EntityRegistry } from '../../src/entities/registry/entity-registry.ts';
import { TargetResolver } from '../../src/entities/registry/targets.ts';
import type { ServiceCall } from '../../src/entities/services/service-call.ts';
import { ServiceEngine } from '../../src/entities/services/service-engine.ts';
import { beginsLike } from '../../src/jinja/regex/pattern.ts';
import type { Collection } from '../../src/storage/documents.ts';
import { FakeClock } from './fake-clock.ts';

/** A collection in memory, for tests above the storage layer; it can fail like a full disk. */
export class MemoryCollection<T> implements Collection<T> {
  readonly entries = new Map<string, T>();
  private failure: Error | null = null;

  /** Makes all writes fail; null ends that. */
  failWith(failure: Error | null): void {
    this.failure = failure;
  }

  put(id: string, value: T): Promise<void> {
    return this.putAll([[id, value]]);
  }

  async putAll(values: Iterable<readonly [string, T]>): Promise<void> {
    const before = new Map(this.entries);
    for (const [id, value] of values) this.entries.set(id, value);
    await this.settle(before);
  }

  async delete(id: string): Promise<void> {
    const before = new Map(this.entries);
    this.entries.delete(id);
    await this.settle(before);
  }

  private async settle(before: ReadonlyMap<string, T>): Promise<void> {
    if (this.failure === null) return;
    await Promise.resolve();
    this.entries.clear();
    for (const [id, value] of before) this.entries.set(id, value);
    throw this.failure;
  }
}

/** The core of a home without storage, network or devices. */
export function makeHome<C extends Clock = FakeClock>(clock: C = new FakeClock() as unknown as C) {
  const bus = new Bus(silentLog);
  const events: HubEvent[] = [];
  bus.onAll((event) => events.push(event));
  const states = new StateMachine(bus, clock);
  const registryStore = new MemoryCollection<EntityEntry>();
  const registry = new EntityRegistry(registryStore, { bus, clock });
  const deviceStore = new MemoryCollection<DeviceEntry>();
  const devices = new DeviceRegistry(deviceStore, bus, clock);
  const configEntryOf = (platform: string): string => `entry-${platform}`;
  const entities = new Entities({
    states,
    registry,
    devices,
    bus,
    log: silentLog,
    configEntryOf,
    lastValues: () => null,
    unitSystem: () => home.unitSystem,
  });
  const targets = new TargetResolver(registry, devices, { areasOfFloor: () => [], areasWithLabel: () => [] });
  const engine = new ServiceEngine(
    { entities, targets, states, bus, clock, log: silentLog, beginsLike, timeZone: () => home.zone },
    domains,
  );
  const commands: Command[] = [];
  /** Reaches the planned state at once. */
  const driver: Driver = {
    execute: (command, entity) => {
      commands.push(command);
      entity.report(command.patch);
    },
  };
  const call = async (name: string, data: Record<string, unknown>, more: Partial<ServiceCall> = {}) => {
    const [domain = '', service = ''] = name.split('.');
    return engine.call({
      domain,
      service,
      data,
      access: fullAccess,
      context: newContext(clock.now(), 'user'),
      ...more,
    });
  };
  const home = {
    /** The units of the home; a test that changes them fires the event itself. */
    unitSystem: 'metric' as UnitSystemName,
    zone: 'UTC',
    clock,
    bus,
    events,
    states,
    registry,
    registryStore,
    devices,
    deviceStore,
    entities,
    targets,
    engine,
    commands,
    driver,
    call,
  };
  return home;
}
