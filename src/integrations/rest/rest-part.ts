import type { Undo } from '../../core/clock.ts';
import { isObject } from '../../core/coerce.ts';
import type { Part } from '../../core/lifecycle.ts';
import { SerialQueue } from '../../core/serial-queue.ts';
import type { SectionItem } from '../../core/settings-block.ts';
import type { ServiceEngine } from '../../entities/services/service-engine.ts';
import type { TemplateService } from '../../templates/template-service.ts';
import type { IntegrationContext } from '../integration.ts';
import { RestCommands } from './rest-commands.ts';
import { RestEntities, type RestParts } from './rest-entities.ts';

const ONE_BLOCK = ['resource', 'resource_template'];
const DOMAINS = ['sensor', 'binary_sensor', 'switch'] as const;

/** What is opened once something is configured. */
interface Opened {
  readonly entities: RestEntities;
  readonly commands: RestCommands;
}

/** The dependencies of `RestPart`. */
export interface RestPartParts extends Omit<RestParts, 'templates'> {
  readonly engine: ServiceEngine;
  readonly templates: () => Promise<TemplateService>;
  readonly readItems: IntegrationContext<never>['readItems'];
}

/** REST sensors, switches and actions of the settings and of packages, which can be read again. */
export class RestPart implements Part {
  readonly name = 'rest';
  private readonly parts: RestPartParts;
  private readonly queue = new SerialQueue();
  private undos: Undo[] = [];
  private opened: Opened | undefined;

  constructor(parts: RestPartParts) {
    this.parts = parts;
  }

  async start(): Promise<void> {
    const { engine } = this.parts;
    const reload = (domain: string, load: () => Promise<void>): Undo =>
      engine.register({
        domain,
        name: 'reload',
        fields: {},
        admin: true,
        handle: () => this.queue.run(load),
      });
    this.undos = [
      reload('rest', () => this.loadEntities()),
      reload('rest_command', () => this.loadCommands()),
    ];
    await this.queue.run(async () => {
      await this.loadEntities();
      await this.loadCommands();
    });
  }

  stop(): void {
    for (const undo of this.undos.splice(0)) undo();
    this.opened?.entities.clear();
    this.opened?.commands.clear();
  }

  /** A file that cannot be read leaves the entities as they are. */
  private async loadEntities(): Promise<void> {
    const blocks = await this.parts.readItems('rest', ONE_BLOCK);
    const ones: (readonly [(typeof DOMAINS)[number], SectionItem])[] = [];
    for (const domain of DOMAINS) {
      const items = await this.parts.readItems(domain, ['platform']);
      for (const item of items)
        if (isObject(item.value) && item.value.platform === 'rest') ones.push([domain, item]);
    }
    this.opened?.entities.clear();
    if (blocks.length + ones.length === 0) return;
    const { entities } = await this.open();
    for (const item of blocks) entities.addBlock(item);
    for (const [domain, item] of ones) entities.addOne(domain, item);
  }

  private async loadCommands(): Promise<void> {
    const items = await this.parts.readItems('rest_command', []);
    this.opened?.commands.clear();
    if (items.length === 0) return;
    const { commands } = await this.open();
    for (const item of items) commands.add(item);
  }

  /** The template language is loaded only for homes that need it. */
  private async open(): Promise<Opened> {
    const templates = await this.parts.templates();
    const parts = { ...this.parts, templates };
    this.opened ??= { entities: new RestEntities(parts), commands: new RestCommands(parts) };
    return this.opened;
  }
}
