import { type Access, fullAccess } from '../../core/access.ts';
import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { newContext } from '../../core/context.ts';
import { fault, type HubError } from '../../core/errors.ts';
import { plainNumbers } from '../../core/json.ts';
import type { Part } from '../../core/lifecycle.ts';
import type { Message } from '../../core/messages.ts';
import { TickBudget } from '../../core/pacer.ts';
import { issuesText, parse } from '../../core/parse.ts';
import { SerialQueue } from '../../core/serial-queue.ts';
import { slugify } from '../../core/slug.ts';
import type { SavedState } from '../../domains/definition/reproduce.ts';
import { type SceneCapabilities, sceneDomain } from '../../domains/scene/scene.ts';
import type { Driver } from '../../entities/entity/driver.ts';
import type { Entities } from '../../entities/entity/entities.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import type { EntityDescription } from '../../entities/entity/entity-description.ts';
import { expandGroups } from '../../entities/services/group-members.ts';
import { mayUse } from '../../entities/services/service-permissions.ts';
import { hidingFailure, seesAll } from '../../entities/visibility/hiding-failure.ts';
import type { ItemsLoaded } from '../item-files/item-files.ts';
import { type ApplyParts, applyStates } from './apply-states.ts';
import { SceneConfig, type SceneStates } from './scene-config.ts';

/** The dependencies of scenes. */
export interface SceneParts extends ApplyParts {
  readonly entities: Entities;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Reads the scenes of the files. */
  readonly files: { load(): Promise<ItemsLoaded> };
}

interface Scene {
  readonly entity: Entity;
  readonly states: SceneStates;
  /** Created by `scene.create`: removed by a reload. */
  readonly created: boolean;
}

/** The scenes of `scenes.yaml` and those created by `scene.create`. */
export class Scenes implements Part {
  readonly name = 'scenes';
  private readonly parts: SceneParts;
  private readonly scenes = new Map<Entity, Scene>();
  /** When removed scenes were last activated, in case they return. */
  private readonly past = new Map<string, unknown>();
  private readonly loads = new SerialQueue();
  private readonly driver: Driver;

  constructor(parts: SceneParts) {
    this.parts = parts;
    this.driver = {
      execute: async (command, handle, context, access = fullAccess) => {
        handle.report(command.patch);
        const scene = this.scenes.get(handle as Entity);
        const transition = command.fields.transition as number | undefined;
        if (scene === undefined) return;
        // The permission to activate a scene includes what it sets: its creator had the permission to do
        // that.
        await hidingFailure(
          handle.id,
          { seesAll: seesAll(scene.states.keys(), access, this.parts.states), log: this.parts.log },
          () => applyStates(this.parts, scene.states, { access: fullAccess, context, transition }),
        );
      },
    };
  }

  async start(): Promise<void> {
    await this.load();
  }

  stop(): void {}

  /** The scene of an entity ID. */
  find(entityId: string): Scene | undefined {
    const entity = this.parts.entities.get(entityId);
    return entity === undefined ? undefined : this.scenes.get(entity);
  }

  /** Reads the files again; scenes created by `create` are removed. */
  async reload(): Promise<void> {
    for (const scene of [...this.scenes.values()]) if (scene.created) await this.drop(scene);
    await this.load();
    const at = this.parts.clock.now();
    this.parts.bus.fire('scene_reloaded', {}, at, newContext(at));
  }

  /** Throws `invalid_format` for an invalid scene. */
  validate(config: unknown): void {
    parse(SceneConfig, plainNumbers(config));
  }

  /** Applies changes of the files; scenes created by `create` remain. */
  async refresh(): Promise<void> {
    await this.load();
  }

  /**
   * Creates a scene that exists until the next reload. The caller must be allowed to control it and
   * everything it contains, including group members.
   */
  create(sceneId: string, states: SceneStates, access: Access): void {
    const { log, states: machine } = this.parts;
    const isOpen = (id: string): boolean => mayUse(id, { access, states: machine });
    // An error names what the caller named: a member may be hidden.
    const refused = access.may('control', `scene.${sceneId}`)
      ? [...states.keys()].find((id) => !isOpen(id) || !expandGroups([id], machine).every(isOpen))
      : `scene.${sceneId}`;
    if (refused !== undefined) throw fault('unauthorized', 'unauthorized_to_control', { id: refused });
    const known = this.find(`scene.${sceneId}`);
    if (states.size === 0) log.warn(`No entity to save in scene ${sceneId}`);
    else if (known?.created === false)
      log.warn(`The scene scene.${sceneId} comes from the configuration and was left unchanged`);
    else this.put(known, describe({ name: sceneId, entities: states }, sceneId), states, true);
  }

  /** Removes scenes created by `create`; none if any is of another kind or not the caller's to control. */
  async delete(ids: readonly string[], access: Access): Promise<void> {
    for (const scene of ids.map((id) => this.made(id, access))) await this.drop(scene);
  }

  private made(id: string, access: Access): Scene {
    const scene = access.may('read', id) ? this.find(id) : undefined;
    if (scene !== undefined && !access.may('control', id))
      throw fault('unauthorized', 'unauthorized_to_control', { id });
    if (scene === undefined)
      throw refusal('entity_not_scene', { key: 'not_a_scene', parameters: { id } }, id);
    if (!scene.created)
      throw refusal(
        'entity_not_dynamically_created',
        { key: 'scene_not_created_by_service', parameters: { id } },
        id,
      );
    return scene;
  }

  /** The current states of entities, in the form of a scene; missing ones are omitted. */
  snapshot(ids: readonly string[], access: Access): Map<string, SavedState> {
    const saved = new Map<string, SavedState>();
    for (const id of ids) {
      const state = access.may('read', id) ? this.parts.states.get(id) : undefined;
      if (state === undefined)
        this.parts.log.warn(`Entity ${id} not found: the scene was created without it`);
      else saved.set(id, { state: state.state, attributes: state.attributes });
    }
    return saved;
  }

  /** Serialized: a long load yields to the event loop. */
  private load(): Promise<void> {
    return this.loads.run(() => this.loadNow());
  }

  private async loadNow(): Promise<void> {
    const found = new Set<Scene>();
    const { items, problems, warnings = [] } = await this.parts.files.load();
    const tickBudget = new TickBudget(this.parts.clock);
    const known = new Map([...this.scenes.values()].map((scene) => [scene.entity.entry?.unique_id, scene]));
    for (const { message } of problems) this.parts.log.error(message);
    for (const text of warnings) this.parts.log.warn(text);
    for (const item of items) {
      if (tickBudget.isDue()) await tickBudget.nextTick();
      const config = plainNumbers(item.config);
      const result = SceneConfig.safeParse(config);
      if (!result.success) {
        const place = item.placeOf(pathOf(result.error.issues[0]?.path));
        const why = issuesText(result.error.issues, config);
        this.parts.log.error(item.hide(`${place}: this scene is ignored: ${why}`));
        continue;
      }
      const { id } = result.data;
      const same = id === undefined ? undefined : known.get(id);
      try {
        found.add(this.put(same, describe(result.data), result.data.entities, false));
      } catch (error) {
        this.parts.log.error(`${item.place}: the scene ${result.data.name} cannot be used`, { error });
      }
    }
    for (const scene of [...this.scenes.values()]) {
      if (!scene.created && !found.has(scene)) await this.drop(scene);
    }
  }

  private put(
    known: Scene | undefined,
    description: Omit<EntityDescription, 'driver'>,
    states: SceneStates,
    created: boolean,
  ): Scene {
    const { entities } = this.parts;
    const whole = { ...description, driver: this.driver };
    const activated = this.past.get(`scene.${description.objectId}`) ?? null;
    const entity = known?.entity ?? entities.add({ ...whole, values: { activated } });
    if (known !== undefined) entities.redescribe(entity, whole);
    const scene: Scene = { entity, states, created };
    this.scenes.set(entity, scene);
    return scene;
  }

  private async drop({ entity }: Scene): Promise<void> {
    this.scenes.delete(entity);
    this.past.set(entity.id, entity.values.activated);
    await this.parts.entities.forget(entity);
  }
}

function describe(
  { id, name, icon, entities }: Pick<SceneConfig, 'id' | 'name' | 'icon' | 'entities'>,
  objectId = slugify(name),
): Omit<EntityDescription, 'driver'> {
  const capabilities: SceneCapabilities = {
    entity_id: [...entities.keys()],
    ...(id === undefined ? {} : { id }),
  };
  return {
    domain: sceneDomain,
    platform: 'homeassistant',
    name,
    objectId,
    capabilities,
    restoresValues: true,
    ...(id === undefined ? {} : { uniqueId: id }),
    ...(icon === undefined ? {} : { icon }),
  };
}

function pathOf(path: readonly PropertyKey[] = []): (string | number)[] {
  return path.map((key) => (typeof key === 'number' ? key : String(key)));
}

function refusal(key: string, { key: message, parameters }: Message, entityId: string): HubError {
  const translation = { domain: 'scene', key, placeholders: { entity_id: entityId } };
  return fault('service_validation_error', message, parameters, { translation });
}
