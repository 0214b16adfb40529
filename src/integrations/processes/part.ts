import type { Undo } from '../../core/clock.ts';
import { fault, messageOf } from '../../core/errors.ts';
import type { Part } from '../../core/lifecycle.ts';
import type { ConfigEntry, EntryFields, NewEntry } from '../../entities/registry/config-entries.ts';
import type { DeviceEntry } from '../../entities/registry/device-registry.ts';
import { showConfigEntry } from '../../entities/registry/registry-views.ts';
import type { Catalog } from './catalog.ts';
import { textsOf } from './catalog.ts';
import { disableWith } from './disable-with.ts';
import { Discoveries } from './discoveries.ts';
import { EntryFlows } from './entry-flows.ts';
import { InstalledList } from './installed-list.ts';
import type { IntegrationTexts } from './manifest.ts';
import { ProcessCalendars } from './process-calendars.ts';
import { ProcessIntegration, type ProcessParts } from './process-integration.ts';
import { hasLostPart } from './removed-parts.ts';
import type { FlowResult } from './shown-steps.ts';
import type { Installed } from './spawn-integration.ts';
import { unpair } from './unpair.ts';

type Labels = ProcessIntegration['labels'];

const CHANGED = 'Its files have changed since it was added: add them with `hearth integration update`';

/** The integrations that run in processes of their own, with their entries and flows. */
export class ProcessIntegrations implements Part {
  readonly name = 'integrations in processes';
  readonly flows: EntryFlows;
  readonly discoveries: Discoveries;
  readonly calendars: ProcessCalendars;
  private readonly parts: ProcessParts;
  private readonly catalog: Catalog;
  private endWait: Undo = () => {};
  private hasStopped = false;
  private readonly all = new Map<string, ProcessIntegration>();

  constructor(given: Omit<ProcessParts, 'calendars'>, catalog: Catalog) {
    const { configEntries, home } = given.home;
    this.calendars = new ProcessCalendars(given.clock, () => home.facts.time_zone);
    const parts: ProcessParts = { ...given, calendars: this.calendars };
    this.parts = parts;
    this.catalog = catalog;
    this.flows = new EntryFlows({
      configEntries,
      clock: parts.clock,
      find: (domain) => this.all.get(domain),
      show: (entry) => showConfigEntry(entry, configEntries.statusOf(entry.entry_id)),
      create: (entry) => this.create(entry),
      change: (entryId, fields) => this.change(entryId, fields),
      remove: (entryId) => this.remove(entryId),
    });
    this.discoveries = new Discoveries({
      flows: this.flows,
      manifests: () => this.manifests,
      tell: (domain, message) => this.all.get(domain)?.supervisor.send(message),
      ...{ clock: parts.clock, log: parts.log },
    });
    for (const installed of catalog.all().values())
      this.all.set(installed.manifest.domain, this.integrationFrom(installed));
  }

  private integrationFrom(installed: Installed): ProcessIntegration {
    return new ProcessIntegration(installed, this.parts, {
      received: (message) => this.flows.received(message),
      stopped: (domain) => this.flows.stopped(domain),
      loginFailed: (entry) => this.logInAgain(entry),
    });
  }

  /** Processes start when the server is ready, so that they do not delay it. */
  start(): void {
    this.catalog.provideSdk();
    for (const entry of this.parts.home.configEntries.list())
      this.integrationOf(entry)?.setups.show(entry.entry_id, 'not_loaded');
    this.endWait = this.parts.bus.on('homeassistant_started', () => {
      this.openAll().catch((error: unknown) =>
        this.parts.log.error('The integrations cannot be started', { error }),
      );
    });
  }

  private async openAll(): Promise<void> {
    const changed = await new InstalledList(this.catalog.dataDir).changed();
    if (this.hasStopped) return;
    for (const entry of [...this.parts.home.configEntries.list()]) {
      const integration = this.integrationOf(entry);
      if (changed.has(entry.domain)) integration?.setups.show(entry.entry_id, 'setup_error', CHANGED);
      else integration?.open(entry);
      if (entry.is_waiting === true && this.owns(entry)) this.arrived(entry);
    }
    for (const domain of changed) {
      this.parts.log.error(`${domain} is not run. ${CHANGED}`);
      this.all.delete(domain);
    }
  }

  async stop(): Promise<void> {
    this.endWait();
    this.hasStopped = true;
    await Promise.all([...this.all.values()].map((one) => one.stop()));
  }

  get manifests() {
    return [...this.all.values()].map(({ installed: { manifest, isBuiltIn } }) => ({
      ...manifest,
      isBuiltIn,
    }));
  }

  owns({ domain }: Pick<ConfigEntry, 'domain'>): boolean {
    return this.all.has(domain);
  }

  domains(): string[] {
    return [...this.all.keys()];
  }

  typeOf(domain: string): string | undefined {
    return this.all.get(domain)?.installed.manifest.type;
  }

  /** What the forms of an integration are labelled with. */
  textsOf(domain: string, language: string): { readonly texts: IntegrationTexts; readonly labels: Labels } {
    const integration = this.all.get(domain);
    if (integration === undefined) return { texts: {}, labels: {} };
    const { installed, labels } = integration;
    return { texts: { title: installed.manifest.name, ...textsOf(installed, language) }, labels };
  }

  /** Begins to change the options of an entry. */
  async beginOptions(entryId: string): Promise<FlowResult> {
    const entry = this.parts.home.configEntries.get(entryId);
    if (this.integrationOf(entry)?.support.hasOptions !== true)
      throw fault('not_found', 'invalid_flow_handler', {});
    return this.flows.begin(entry.domain, 'options', { entry });
  }

  /** Begins to add a part to an entry, or to change one. */
  async beginSubentry(entryId: string, type: string, partId?: string): Promise<FlowResult> {
    const entry = this.parts.home.configEntries.get(entryId);
    const types = this.integrationOf(entry)?.support.subentryTypes ?? {};
    if (!Object.hasOwn(types, type)) throw fault('not_found', 'invalid_flow_handler', {});
    const subentry = { type, id: partId ?? null };
    if (partId === undefined) return this.flows.begin(entry.domain, 'user', { entry, subentry });
    if (!entry.subentries?.some((one) => one.subentry_id === partId && one.subentry_type === type))
      throw fault('not_found', 'config_subentry_not_found', { id: partId });
    return this.flows.begin(entry.domain, 'reconfigure', { entry, subentry });
  }

  /** Remembers that a discovered device is not wanted. */
  async ignore(flowId: string, title: string): Promise<void> {
    const flow = this.flows.discovered().find(({ id }) => id === flowId);
    if (flow === undefined) throw fault('not_found', 'invalid_flow', {});
    const { domain, uniqueId: unique_id } = flow;
    if (unique_id === undefined) throw fault('failed', 'no_unique_id', {});
    await this.create({ domain, title, source: 'ignore', unique_id, options: {} });
    this.flows.endWhere((one) => one.domain === domain && one.uniqueId === unique_id);
  }

  /** The ID of the process of an integration, while it runs. */
  pidOf(domain: string): number | undefined {
    return this.all.get(domain)?.supervisor.pid;
  }

  /** What helps to find a fault of an entry, as its integration says it; undefined if it says nothing. */
  async diagnosticsOf(entryId: string): Promise<unknown> {
    const integration = this.integrationOf(this.parts.home.configEntries.get(entryId));
    if (integration?.setups.has(entryId) !== true) return undefined;
    const answer = integration.supervisor.request({ type: 'diagnostics', entryId });
    return answer.catch((error: unknown) => ({ error: messageOf(error) }));
  }

  /** Whether the integration of a device agrees to remove it; false if it would add it again. */
  async mayRemove({ config_entry_id: entryId, identifiers }: DeviceEntry): Promise<boolean> {
    const { configEntries } = this.parts.home;
    const entry = [...configEntries.list()].find(({ entry_id: id }) => id === entryId);
    const integration = entry && this.integrationOf(entry);
    if (entry === undefined || integration?.setups.has(entry.entry_id) !== true) return true;
    if (!integration.supervisor.isRunning) return true;
    if (!integration.support.removesDevices) return false;
    const own = identifiers.flatMap(([domain, one]) => (domain === entry.domain ? [one] : []));
    const message = { type: 'remove_device', entryId: entry.entry_id, identifiers: own } as const;
    return (await integration.supervisor.request(message)) === true;
  }

  /**
   * Takes over what was added, updated or removed in the data folder while the server runs. Throws with the reason if a
   * new version cannot; the present one goes on then.
   */
  async apply(domain: string): Promise<void> {
    const known = this.all.get(domain);
    const installed = this.catalog.all().get(domain);
    this.catalog.provideSdk();
    if (installed === undefined) {
      await known?.stop();
      this.all.delete(domain);
    } else if (known !== undefined) {
      try {
        await known.update(installed);
      } catch (error) {
        const { name } = installed.manifest;
        throw fault('home_assistant_error', 'integration_did_not_start', { name, reason: messageOf(error) });
      }
    } else {
      const added = this.integrationFrom(installed);
      this.all.set(domain, added);
      for (const entry of [...this.parts.home.configEntries.list()])
        if (entry.domain === domain) added.open(entry);
    }
  }

  lines(domain: string): readonly string[] {
    return this.all.get(domain)?.supervisor.lines ?? [];
  }

  async update(entryId: string, fields: EntryFields): Promise<ConfigEntry> {
    const { configEntries } = this.parts.home;
    const before = configEntries.get(entryId);
    const entry = await configEntries.update(entryId, fields);
    if (fields.disabled_by !== undefined && fields.disabled_by !== before.disabled_by) {
      await disableWith(entry, this.parts.home);
      this.reopen(entry);
    } else if (fields.pref_disable_polling !== undefined || fields.subentries !== undefined) {
      if (hasLostPart(before, entry)) this.integrationOf(entry)?.removed.removed(entryId);
      this.reopen(entry);
    }
    return entry;
  }

  reload(entryId: string): void {
    const entry = this.parts.home.configEntries.get(entryId);
    this.integrationOf(entry)?.supervisor.hurry();
    this.reopen(entry);
  }

  /** Removes an entry with its devices and entities. */
  async remove(entryId: string): Promise<void> {
    const { configEntries, registry, devices } = this.parts.home;
    const entry = configEntries.get(entryId);
    const integration = this.integrationOf(entry);
    this.flows.endWhere((flow) => flow.entryId === entryId);
    if (integration?.installed.manifest.unpairs === true) await unpair(integration, entry, this.parts.log);
    await configEntries.remove(entryId);
    integration?.close(entryId);
    integration?.entities.release(entryId);
    const own = [...registry.list()].filter(({ config_entry_id: id }) => id === entryId);
    for (const { entity_id: id } of own) await registry.remove(id);
    const ownDevices = [...devices.list()].filter(({ config_entry_id: id }) => id === entryId);
    for (const { id } of ownDevices) await devices.remove(id);
  }

  private async create(given: NewEntry): Promise<ConfigEntry> {
    const entry = await this.parts.home.configEntries.create(given);
    this.integrationOf(entry)?.open(entry);
    return entry;
  }

  private async change(entryId: string, fields: EntryFields): Promise<ConfigEntry> {
    const entry = await this.parts.home.configEntries.update(entryId, fields);
    this.flows.endWhere((flow) => flow.entryId === entryId && flow.source === 'reauth');
    this.reopen(entry);
    return entry;
  }

  private reopen(entry: ConfigEntry): void {
    const integration = this.integrationOf(entry);
    if (integration === undefined)
      throw fault('not_supported', 'config_entry_is_fixed', { domain: entry.domain });
    if (entry.disabled_by !== null) {
      integration.close(entry.entry_id);
      integration.setups.show(entry.entry_id, 'not_loaded');
    } else if (integration.setups.has(entry.entry_id)) {
      integration.setups.drop(entry.entry_id);
      integration.open(entry);
    } else integration.open(entry);
  }

  /** An imported entry waited for its integration, which is here now. */
  private arrived({ entry_id, title }: ConfigEntry): void {
    this.parts.home.configEntries
      .update(entry_id, { is_waiting: undefined })
      .catch((error: unknown) => this.parts.log.error(`${title} could not be saved`, { error }));
  }

  /** Asks for the login of an entry again, once. */
  private logInAgain(entry: ConfigEntry): void {
    const isAsked = this.flows
      .discovered()
      .some(({ entryId, source }) => entryId === entry.entry_id && source === 'reauth');
    if (isAsked) return;
    this.flows.begin(entry.domain, 'reauth', { entry }).catch((error: unknown) => {
      this.parts.log.warn(`The login of ${entry.title} cannot be asked for`, { error });
    });
  }

  private integrationOf({ domain }: Pick<ConfigEntry, 'domain'>): ProcessIntegration | undefined {
    return this.all.get(domain);
  }
}
