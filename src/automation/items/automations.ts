import { newContext } from '../../core/context.ts';
import type { Part } from '../../core/lifecycle.ts';
import { TickBudget } from '../../core/pacer.ts';
import { SerialQueue } from '../../core/serial-queue.ts';
import { isSameJson } from '../../core/state-machine.ts';
import { automationDomain } from '../../domains/automation/automation.ts';
import type { Driver } from '../../entities/entity/driver.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import type { EntityDescription } from '../../entities/entity/entity-description.ts';
import type { Variables } from '../../jinja/template.ts';
import { isConfig } from '../config/fields.ts';
import type { ConfigItem, ItemsLoaded } from '../item-files/item-files.ts';
import { Automation, type AutomationParts } from './automation.ts';
import { type AutomationPlan, parseAutomation } from './automation-config.ts';
import { type Fill, isUnchanged, type ReadItem, readItem } from './item-plan.ts';

/** The dependencies of automations. */
export interface AutomationsParts extends AutomationParts {
  readonly load: () => Promise<ItemsLoaded>;
  readonly fill: Fill;
  /** Whether automations run only where a user turned them on: another hub runs them. */
  readonly startsOff: () => boolean;
}

/** An automation from the files: its entity and, if valid, its runtime. */
interface Member {
  readonly item: ConfigItem;
  readonly read: ReadItem<AutomationPlan>;
  readonly entity: Entity;
  readonly automation: Automation | undefined;
}

/** The automations of `automations.yaml` and the packages. */
export class Automations implements Part {
  readonly name = 'automations';
  private readonly parts: AutomationsParts;
  private readonly members = new Map<Entity, Member>();
  /** Entity values of removed automations, in case they return. */
  private readonly past = new Map<string, unknown>();
  private readonly driver: Driver;
  private readonly queue = new SerialQueue();

  constructor(parts: AutomationsParts) {
    this.parts = parts;
    this.driver = { execute: (command, handle, context) => this.execute(command, handle as Entity, context) };
  }

  async start(): Promise<void> {
    await this.load();
  }

  stop(): void {
    for (const { automation } of this.members.values()) {
      automation?.unattach(false);
    }
  }

  /** All valid automations. */
  *all(): IterableIterator<Automation> {
    for (const { automation } of this.members.values()) if (automation !== undefined) yield automation;
  }

  /** The automation with this key of runs. */
  byOwner(owner: string): Automation | undefined {
    for (const one of this.all()) if (one.owner === owner) return one;
    return undefined;
  }

  /** The automation of an entity ID. */
  find(entityId: string): Member | undefined {
    const entity = this.parts.setting.home.entities.get(entityId);
    return entity === undefined ? undefined : this.members.get(entity);
  }

  /** The entity ID of an automation by its configured `id`. */
  entityIdOf(id: string): string | undefined {
    for (const { item, entity } of this.members.values()) if (item.id === id) return entity.id;
    return undefined;
  }

  /** Reads the files again; unchanged automations continue to run. With an ID, only that one is updated. */
  reload(id?: string): Promise<void> {
    return this.queue.run(async () => {
      await this.load(id);
      const { bus, clock } = this.parts.setting;
      const at = clock.now();
      bus.fire('automation_reloaded', {}, at, newContext(at));
    });
  }

  private async load(only?: string): Promise<void> {
    const { items, problems, warnings = [] } = await this.parts.load();
    for (const { message } of problems) this.parts.log.error(message);
    for (const text of warnings) this.parts.log.warn(text);
    const tickBudget = new TickBudget(this.parts.setting.clock);
    const left = new Set(this.members.values());
    const byId = new Map([...left].map((member) => [member.item.id, member]));
    const changed: (readonly [ConfigItem, number, Member | undefined])[] = [];
    for (const [index, item] of items.entries()) {
      if (tickBudget.isDue()) await tickBudget.nextTick();
      const known =
        item.id === null
          ? [...left].find((one) => one.item.id === null && isSameJson(one.item.config, item.config))
          : byId.get(item.id);
      if (known !== undefined) left.delete(known);
      if (only !== undefined && item.id !== only) continue;
      if (known === undefined || !isUnchanged(known.read, item, this.parts.fill))
        changed.push([item, index, known]);
    }
    for (const member of left) if (only === undefined || member.item.id === only) await this.drop(member);
    for (const [item, index, known] of changed) {
      this.put(item, index, known);
      if (tickBudget.isDue()) await tickBudget.nextTick();
    }
  }

  private put(item: ConfigItem, index: number, known: Member | undefined): void {
    const { setting, log, fill } = this.parts;
    const { entities } = setting.home;
    const read = readItem(item, {
      fill,
      log,
      what: `The automation ${nameOf(item, index)}`,
      parse: (config) => parseAutomation(config, (text) => setting.rendering.check(text)),
    });
    const { plan } = read;
    if (known !== undefined) this.end(known);
    const startsOff = this.parts.startsOff();
    const initialState = startsOff ? undefined : plan?.initialState;
    const description = describe(read, nameOf(item, index), initialState);
    const whole: EntityDescription = { ...description, driver: this.driver };
    const past = this.past.get(`automation.${description.objectId ?? ''}`) as EntityDescription['values'];
    const initial = initialState === undefined ? {} : { enabled: initialState };
    const first = { enabled: !startsOff, lastTriggered: null, current: 0, ...past, ...initial };
    let entity: Entity;
    if (known === undefined) {
      entity = entities.add({ ...whole, values: first });
    } else {
      entity = known.entity;
      this.members.delete(entity);
      entities.redescribe(entity, whole, { ...entity.values, current: 0 });
      entity.setAvailable(plan !== undefined);
    }
    const automation = plan === undefined ? undefined : new Automation({ read, plan, entity }, this.parts);
    this.members.set(entity, { item, read, entity, automation });
    if (entity.values.enabled === true) automation?.attach();
  }

  private end({ automation }: Member): void {
    automation?.unattach(true);
    automation?.runner.cancel();
  }

  private async drop(member: Member): Promise<void> {
    this.end(member);
    this.members.delete(member.entity);
    this.past.set(member.entity.id, { ...member.entity.values, current: 0 });
    if (member.item.id !== null) this.parts.dropTraces('automation', member.item.id);
    await this.parts.setting.home.entities.forget(member.entity);
  }

  private execute(
    { service, fields }: { readonly service: string; readonly fields: Readonly<Record<string, unknown>> },
    entity: Entity,
    context: Parameters<Driver['execute']>[2],
  ): unknown {
    const automation = this.members.get(entity)?.automation;
    if (automation === undefined) return undefined;
    if (service === 'trigger')
      return automation.trigger(fields.variables as Variables, fields.skip_condition === true, context);
    const isOn = service === 'turn_on';
    entity.report({ enabled: isOn }, { context });
    if (isOn) automation.attach();
    else {
      automation.unattach(true);
      if (fields.stop_actions !== false) automation.runner.cancel();
    }
    return undefined;
  }
}

function nameOf({ config }: ConfigItem, index: number): string {
  const alias = isConfig(config) ? config.alias : undefined;
  return (typeof alias === 'string' && alias !== '') || typeof alias === 'number'
    ? String(alias)
    : `automation ${index}`;
}

function describe(
  { item, plan, error }: ReadItem<AutomationPlan>,
  name: string,
  initialState: boolean | undefined,
): Omit<EntityDescription, 'driver'> {
  const several = plan !== undefined && (plan.mode.mode === 'queued' || plan.mode.mode === 'parallel');
  return {
    domain: automationDomain,
    platform: 'automation',
    name,
    capabilities: {
      ...(item.id === null ? {} : { id: item.id }),
      ...(plan === undefined ? { error } : { mode: plan.mode.mode }),
      ...(several ? { max: plan.mode.max } : {}),
    },
    available: plan !== undefined,
    restoresValues: true,
    fit: (values) => ({
      ...values,
      current: 0,
      ...(initialState === undefined ? {} : { enabled: initialState }),
    }),
    ...(item.id === null ? {} : { uniqueId: item.id }),
  };
}
