import { z } from 'zod';
import { fullAccess } from '../../core/access.ts';
import type { Undo } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import type { Part } from '../../core/lifecycle.ts';
import { TickBudget } from '../../core/pacer.ts';
import { schemaError } from '../../core/schema-error.ts';
import { SerialQueue } from '../../core/serial-queue.ts';
import { custom } from '../../domains/definition/field.ts';
import { scriptDomain } from '../../domains/script/script.ts';
import type { Driver } from '../../entities/entity/driver.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import type { EntityDescription } from '../../entities/entity/entity-description.ts';
import { definePlainService, type PlainService } from '../../entities/services/service.ts';
import type { Variables } from '../../jinja/template.ts';
import type { ConfigItem, ItemsLoaded } from '../item-files/item-files.ts';
import { type Fill, isUnchanged, type ReadItem, readItem } from './item-plan.ts';
import { rightsOf, Script, type ScriptParts } from './script.ts';
import { parseScript, type ScriptPlan } from './script-config.ts';
import { shownFields } from './script-inputs.ts';

/** The dependencies of scripts. */
export interface ScriptsParts extends ScriptParts {
  readonly load: () => Promise<ItemsLoaded>;
  readonly fill: Fill;
}

/** A script from the files: its entity and, if valid, its runtime. */
interface Member {
  readonly item: ConfigItem;
  readonly read: ReadItem<ScriptPlan>;
  readonly entity: Entity;
  readonly script: Script | undefined;
  /** Removes its service. */
  readonly withdraw: Undo;
}

/** The scripts of `scripts.yaml` and the packages, each with its own service. */
export class Scripts implements Part {
  readonly name = 'scripts';
  private readonly parts: ScriptsParts;
  private readonly members = new Map<Entity, Member>();
  private readonly past = new Map<string, unknown>();
  private readonly driver: Driver;
  private readonly queue = new SerialQueue();

  constructor(parts: ScriptsParts) {
    this.parts = parts;
    this.driver = {
      execute: ({ service, fields }, handle, context, access = fullAccess) => {
        const script = this.members.get(handle as Entity)?.script;
        const variables = (fields.variables ?? {}) as Variables;
        if (service === 'turn_on') script?.turnOn(variables, context, rightsOf(access));
        else script?.runner.cancel();
      },
    };
  }

  async start(): Promise<void> {
    await this.load();
  }

  stop(): void {}

  /** All valid scripts. */
  *all(): IterableIterator<Script> {
    for (const { script } of this.members.values()) if (script !== undefined) yield script;
  }

  /** The script with this key of runs. */
  byOwner(owner: string): Script | undefined {
    for (const one of this.all()) if (one.owner === owner) return one;
    return undefined;
  }

  /** The script of an entity ID. */
  find(entityId: string): Member | undefined {
    const entity = this.parts.setting.home.entities.get(entityId);
    return entity === undefined ? undefined : this.members.get(entity);
  }

  /** Reads the files again; unchanged scripts continue to run. */
  reload(): Promise<void> {
    return this.queue.run(() => this.load());
  }

  private async load(): Promise<void> {
    const { items, problems, warnings = [] } = await this.parts.load();
    for (const { message } of problems) this.parts.log.error(message);
    for (const text of warnings) this.parts.log.warn(text);
    const tickBudget = new TickBudget(this.parts.setting.clock);
    const left = new Map([...this.members.values()].map((member) => [member.item.id, member]));
    const changed: (readonly [ConfigItem, Member | undefined])[] = [];
    for (const item of items) {
      if (tickBudget.isDue()) await tickBudget.nextTick();
      const known = left.get(item.id);
      if (known === undefined || !isUnchanged(known.read, item, this.parts.fill)) changed.push([item, known]);
      left.delete(item.id);
    }
    for (const member of left.values()) await this.drop(member);
    for (const [item, known] of changed) {
      this.put(item, known);
      if (tickBudget.isDue()) await tickBudget.nextTick();
    }
  }

  private put(item: ConfigItem, known: Member | undefined): void {
    const { setting, log, fill } = this.parts;
    const { entities, engine } = setting.home;
    const key = item.id ?? '';
    const read = readItem(item, {
      fill,
      log,
      what: `The script ${key}`,
      parse: (config) => parseScript(key, config, (text) => setting.rendering.check(text)),
    });
    const { plan } = read;
    if (known !== undefined) this.end(known);
    const whole: EntityDescription = { ...describe(read, key), driver: this.driver };
    const past = this.past.get(key) as EntityDescription['values'];
    let entity: Entity;
    if (known === undefined)
      entity = entities.add({
        ...whole,
        values: { lastTriggered: null, ...past, current: 0, lastAction: null },
      });
    else {
      entity = known.entity;
      this.members.delete(entity);
      entities.redescribe(entity, whole, { ...entity.values, current: 0, lastAction: null });
      entity.setAvailable(plan !== undefined);
    }
    const script = plan === undefined ? undefined : new Script({ read, plan, entity }, this.parts);
    const isFree = !engine.has('script', key);
    const withdraw = script !== undefined && isFree ? engine.register(serviceOf(script)) : () => {};
    this.members.set(entity, { item, read, entity, script, withdraw });
  }

  private end({ script, withdraw }: Member): void {
    withdraw();
    script?.runner.cancel();
  }

  private async drop(member: Member): Promise<void> {
    this.end(member);
    this.members.delete(member.entity);
    this.past.set(member.item.id ?? '', member.entity.values);
    this.parts.dropTraces('script', member.item.id ?? '');
    await this.parts.setting.home.entities.forget(member.entity);
  }
}

/** `script.<key>`: runs the script and waits for its end. */
function serviceOf(script: Script): PlainService {
  const { plan, key, entity } = script;
  return {
    domain: 'script',
    name: key,
    fields: {},
    shown: {
      name: plan.alias,
      description: plan.description,
      fields: shownFields(plan.fields),
    },
    response: 'optional',
    passesExtraKeys: true,
    entityId: () => entity.id,
    handle: (_fields, { data, context, access }) => {
      if (!access.may('control', entity.id))
        throw fault('unauthorized', 'unauthorized_to_control', { id: entity.id });
      return script.call(data as Variables, context, rightsOf(access));
    },
  };
}

function describe({ plan, error }: ReadItem<ScriptPlan>, key: string): Omit<EntityDescription, 'driver'> {
  const several = plan !== undefined && (plan.mode.mode === 'queued' || plan.mode.mode === 'parallel');
  return {
    domain: scriptDomain,
    platform: 'script',
    name: plan?.alias ?? key,
    objectId: key,
    uniqueId: key,
    capabilities: {
      ...(plan === undefined ? { error } : { mode: plan.mode.mode }),
      ...(several ? { max: plan.mode.max } : {}),
    },
    available: plan !== undefined,
    restoresValues: true,
    fit: (values) => ({ ...values, current: 0, lastAction: null }),
    ...(plan?.icon === undefined ? {} : { icon: plan.icon }),
  };
}

/** `script.reload` and `automation.reload`. */
export function reloadServices(parts: {
  readonly scripts: Pick<Scripts, 'reload'>;
  readonly automations: { reload(id?: string): Promise<void> };
}): PlainService[] {
  const id = z.string({ error: schemaError('expects_text') });
  return [
    {
      domain: 'script',
      name: 'reload',
      fields: {},
      whole: true,
      handle: () => parts.scripts.reload(),
    },
    definePlainService({
      domain: 'automation',
      name: 'reload',
      fields: { id: custom(id, { text: null }, {}) },
      admin: true,
      handle: (fields) => parts.automations.reload(fields.id),
    }),
  ];
}
