import { messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { slugify } from '../../core/slug.ts';
import type { Values } from '../../domains/definition/define-domain.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import type { TemplateService } from '../../templates/template-service.ts';
import type { EntityDescription, EntityPort } from '../entity-port.ts';
import type { CommonConfig } from './fields.ts';
import type { Poll } from './poll.ts';
import { type PolledBehavior, PolledEntity } from './polled-entity.ts';

/** An entity to add. */
export interface PolledOne {
  readonly domain: string;
  readonly defaultName: string;
  readonly config: CommonConfig;
  readonly behavior: PolledBehavior;
  readonly poll: Poll | undefined;
  readonly place: string;
  readonly description?: Partial<EntityDescription>;
  readonly values: Values;
}

/** The entities of one platform that the settings name. */
export class PolledEntities {
  private readonly parts: {
    readonly platform: string;
    readonly port: EntityPort;
    readonly templates: TemplateService;
    readonly log: Log;
  };
  private readonly living: Entity[] = [];

  constructor(parts: PolledEntities['parts']) {
    this.parts = parts;
  }

  /** Adds an entity; one that cannot be added is logged. */
  add(one: PolledOne): void {
    const { platform, port, log } = this.parts;
    const { domain, config, poll, place, behavior, values } = one;
    const name = this.nameOf(one);
    try {
      const driver = new PolledEntity({ ...this.parts, config, behavior, poll, place });
      const description: EntityDescription = {
        ...{ domain, platform, name, values, objectId: slugify(name) || domain },
        available: poll === undefined,
        ...(config.unique_id === undefined ? {} : { uniqueId: config.unique_id }),
        ...(config.device_class === undefined ? {} : { deviceClass: config.device_class }),
        ...one.description,
      };
      this.living.push(port.add(description, driver));
    } catch (error) {
      log.error(`${place}: ${platform} ${domain} ${name} cannot be added`, { error });
    }
  }

  /** Removes all; those with a unique ID stay registered. */
  clear(): void {
    for (const entity of this.living.splice(0)) this.parts.port.remove(entity);
  }

  private nameOf({ config: { name }, defaultName, place }: PolledOne): string {
    const { templates, log } = this.parts;
    if (name === undefined) return defaultName;
    try {
      return templates.render(name, {}, { host: templates.quiet }).trim() || defaultName;
    } catch (error) {
      log.error(`${place}: name: ${messageOf(error)}`);
      return defaultName;
    }
  }
}
