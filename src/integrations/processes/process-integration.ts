import type { Undo } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { HomeModel } from '../../entities/home/home-model.ts';
import type { ConfigEntry } from '../../entities/registry/config-entries.ts';
import type { EntityPort } from '../entity-port.ts';
import { textsOf } from './catalog.ts';
import { EntrySetups, entryDataOf, type Support } from './entry-setups.ts';
import type { ProcessCalendars } from './process-calendars.ts';
import { ProcessEntities } from './process-entities.ts';
import { type HomeAccess, ProcessHome } from './process-home.ts';
import { ProcessServices } from './process-services.ts';
import type { FromIntegration } from './protocol.ts';
import { RemovedParts } from './removed-parts.ts';
import type { Installed } from './spawn-integration.ts';
import { Supervisor } from './supervisor.ts';

/** What the flows are told about. */
export interface FlowListener {
  received(message: Extract<FromIntegration, { type: 'step' | 'identified' }>): void;
  /** The process that carried the flows has ended. */
  stopped(domain: string): void;
  /** The login of an entry no longer works. */
  loginFailed(entry: ConfigEntry, reason: string): void;
}

/** What all integrations in processes are built on. */
export interface ProcessParts extends HomeAccess {
  readonly home: Pick<HomeModel, 'home' | 'configEntries' | 'devices' | 'registry' | 'engine' | 'targets'>;
  readonly port: EntityPort;
  readonly log: Log;
  readonly calendars: ProcessCalendars;
}

type Ready = Extract<FromIntegration, { type: 'ready' }>;

const LOST_SECRETS = 'The backup that was restored does not contain its login';

/** One integration with its process, its entries and their entities. */
export class ProcessIntegration {
  readonly supervisor: Supervisor;
  readonly entities: ProcessEntities;
  readonly setups: EntrySetups;
  readonly services: ProcessServices;
  readonly removed: RemovedParts;
  readonly home: ProcessHome;
  private readonly parts: ProcessParts;
  private readonly flows: FlowListener;
  private readonly log: Log;
  private ready: Ready | undefined;
  private endUse: Undo | undefined;

  constructor(installed: Installed, parts: ProcessParts, flows: FlowListener) {
    const { domain } = installed.manifest;
    const { home, clock } = parts;
    this.parts = parts;
    this.flows = flows;
    this.log = parts.log.named(domain);
    this.supervisor = new Supervisor(
      { installed, clock, log: this.log },
      {
        started: (ready) => this.started(ready),
        received: (message) => this.receive(message),
        receivedLate: ({ reports }) => {
          for (const report of reports) this.entities.reportLate(report);
        },
        takenOver: (ready) => this.takenOver(ready),
        stopped: (reason, isFailing) => this.stopped(reason, isFailing),
      },
    );
    this.entities = new ProcessEntities({
      domain,
      port: parts.port,
      ...{ devices: home.devices, registry: home.registry, isBuiltIn: installed.isBuiltIn },
      supervisor: () => this.supervisor,
      calendars: parts.calendars,
      disablesNew: (entryId) => home.configEntries.get(entryId).pref_disable_new_entities,
    });
    this.removed = new RemovedParts({ home, entities: () => this.entities, log: this.log });
    this.services = new ProcessServices({
      ...{ domain, home, log: this.log, declared: installed.manifest.services },
      texts: () => textsOf(installed, 'en').services,
      entities: () => this.entities,
      supervisor: () => this.supervisor,
    });
    this.home = new ProcessHome(parts, {
      ...{ domain, log: this.log, permissions: installed.manifest.permissions.home },
      send: (message) => this.supervisor.send(message),
    });
    this.setups = new EntrySetups({
      configEntries: home.configEntries,
      clock,
      support: () => this.support,
      send: (entry) => {
        if (!this.supervisor.isRunning) return false;
        this.services.begin(entry.entryId);
        this.removed.begin(entry.entryId);
        this.home.release(entry.entryId);
        this.supervisor.send({ type: 'setup', entry });
        return true;
      },
      unload: (entryId) => this.unload(entryId),
    });
  }

  get installed(): Installed {
    return this.supervisor.parts.installed;
  }

  get domain(): string {
    return this.installed.manifest.domain;
  }

  /** What it supports, known since its process first ran. */
  get support(): Support {
    const { hasOptions = false, hasReconfigure = false, removesDevices = false } = this.ready ?? {};
    return { hasOptions, hasReconfigure, removesDevices, subentryTypes: this.ready?.subentryTypes ?? {} };
  }

  get labels(): Ready['labels'] {
    return this.ready?.labels ?? {};
  }

  /** Runs an entry. */
  open(entry: ConfigEntry): void {
    if (entry.disabled_by !== null || entry.source === 'ignore') {
      this.setups.show(entry.entry_id, 'not_loaded');
      return;
    }
    if (entry.has_lost_secrets === true) {
      this.setups.loginFailed(entry.entry_id, LOST_SECRETS);
      this.flows.loginFailed(entry, LOST_SECRETS);
      return;
    }
    this.setups.show(entry.entry_id, 'setup_in_progress');
    this.services.open();
    this.setups.add(entry.entry_id);
    this.endUse ??= this.supervisor.use();
  }

  /** Stops running an entry. */
  close(entryId: string): void {
    this.setups.drop(entryId);
    this.services.release(entryId);
    this.home.release(entryId);
    if (this.setups.ids.next().done !== true) return;
    this.services.close();
    this.endUse?.();
    this.endUse = undefined;
  }

  async stop(): Promise<void> {
    this.setups.stop();
    await this.supervisor.stop();
  }

  /**
   * Goes on with another version: without a pause if it runs, else with the next start. Throws with the reason if that
   * cannot set up its entries; the present version goes on then.
   */
  async update(installed: Installed): Promise<void> {
    const { configEntries } = this.parts.home;
    const entries = [...this.setups.ids].filter((id) => configEntries.statusOf(id).state === 'loaded');
    if (this.supervisor.isRunning && entries.length > 0) {
      await this.supervisor.takeOver(
        installed,
        entries.map((id) => entryDataOf(configEntries.get(id))),
      );
      this.entities.tookOver();
    } else this.supervisor.parts = { ...this.supervisor.parts, installed };
    for (const id of this.setups.ids) if (!entries.includes(id)) this.setups.try(id);
  }

  private takenOver(ready: Ready): void {
    this.ready = ready;
    // Their forms are in the former process.
    this.flows.stopped(this.domain);
    this.entities.handOver();
    this.home.release();
    for (const id of this.setups.ids) this.services.begin(id);
  }

  private unload(entryId: string): void {
    this.supervisor.send({ type: 'unload', entryId });
    this.entities.disconnect(entryId);
  }

  private started(ready: Ready): void {
    this.ready = ready;
    this.setups.tryAll();
  }

  private stopped(reason: string, isFailing: boolean): void {
    this.entities.disconnect();
    this.home.release();
    this.setups.interrupted(reason, isFailing);
    this.flows.stopped(this.domain);
  }

  /** What a message asks for must concern its own entries; one that cannot be carried out ends the process. */
  private receive(message: FromIntegration): void {
    try {
      this.carryOut(message);
    } catch (error) {
      this.log.error('It was ended because of a message that cannot be carried out', { error });
      this.supervisor.breach(error instanceof Error ? error.message : String(error));
    }
  }

  private carryOut(message: FromIntegration): void {
    const { entities, setups } = this;
    switch (message.type) {
      case 'report':
        for (const report of message.reports) entities.report(report);
        return;
      case 'entity':
        if (setups.has(message.entryId))
          entities.describe(message.entryId, message.entity, message.description);
        return;
      case 'device':
        if (setups.has(message.entryId)) this.removed.describe(message.entryId, message.device);
        return;
      case 'calendar':
        entities.setEvents(message.entity, message.events);
        return;
      case 'remove':
        entities
          .remove(message.entity, message.isForgotten)
          .catch((error: unknown) => this.log.error('An entity could not be removed', { error }));
        return;
      case 'loaded':
        setups.loaded(message.entryId);
        this.services.loaded(message.entryId);
        this.removed.loaded(message.entryId);
        return;
      case 'add_service':
        if (setups.has(message.entryId)) this.services.add(message.entryId, message.name, message.service);
        return;
      case 'remove_service':
        this.services.remove(message.entryId, message.name);
        return;
      case 'retry':
        this.entities.disconnect(message.entryId);
        setups.retry(message.entryId, message.reason, message.after);
        return;
      case 'failed':
        this.entities.disconnect(message.entryId);
        setups.failed(message.entryId, message.reason);
        return;
      case 'auth_failed':
        this.loginFailed(message.entryId, message.reason);
        return;
      case 'entry_update':
        this.updateEntry(message);
        return;
      case 'event':
        this.home.fire(message.name, message.data, message.device);
        return;
      case 'watch':
        if (setups.has(message.entryId)) this.home.watch(message.entryId, message.entityId);
        return;
      case 'unwatch':
        this.home.unwatch(message.entryId, message.entityId);
        return;
      case 'call':
        if (setups.has(message.entryId)) void this.home.call(message);
        return;
      case 'step':
      case 'identified':
        this.flows.received(message);
        return;
      default:
    }
  }

  private loginFailed(entryId: string, reason: string): void {
    if (!this.setups.has(entryId)) return;
    this.entities.disconnect(entryId);
    this.setups.loginFailed(entryId, reason);
    this.flows.loginFailed(this.parts.home.configEntries.get(entryId), reason);
  }

  private updateEntry({
    entryId,
    data,
    options,
    title,
    uniqueId,
  }: Extract<FromIntegration, { type: 'entry_update' }>): void {
    if (!this.setups.has(entryId)) return;
    const { configEntries } = this.parts.home;
    configEntries
      .update(entryId, {
        ...(data === undefined ? {} : { data: { ...data } }),
        ...(options === undefined ? {} : { options: { ...options } }),
        ...(title === undefined ? {} : { title }),
        ...(uniqueId === undefined ? {} : { unique_id: uniqueId }),
      })
      .catch((error: unknown) => this.log.error('Changes of an entry could not be saved', { error }));
  }
}
