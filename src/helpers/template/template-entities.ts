import type { Undo } from '../../core/clock.ts';
import { reasonOf } from '../../core/errors.ts';
import { englishText, type Message, message } from '../../core/messages.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import { addTemplateEntity } from './add-entity.ts';
import { readBlock } from './blocks.ts';
import { blockOf, blueprintOf, type TemplateBlueprints } from './blueprint-use.ts';
import type { TemplateSetting } from './setting.ts';
import type { TemplateEntity } from './template-entity.ts';

/** The `template` section of the settings file. */
export interface TemplateSection {
  readonly value: unknown;
  /** The location of a value, e.g. `hearth.yaml:12`. */
  place(path: readonly (string | number)[]): string;
}

/** The dependencies of `TemplateEntities`. */
export interface TemplateEntitiesParts {
  readonly setting: TemplateSetting;
  /** Reads the section; undefined if the file has none. */
  readonly readSection: () => Promise<TemplateSection | undefined>;
  readonly blueprints: TemplateBlueprints;
}

/** Template entities from the settings file. */
export class TemplateEntities {
  private readonly parts: TemplateEntitiesParts;
  private readonly living = new Set<Entity>();
  private undos: Undo[] = [];

  constructor(parts: TemplateEntitiesParts) {
    this.parts = parts;
  }

  /** Detaches the triggers. */
  end(): void {
    for (const undo of this.undos.splice(0)) undo();
  }

  /** Loads or reloads the section; the previous entities stay if the file cannot be read. */
  async load(): Promise<void> {
    const section = await this.parts.readSection();
    await this.parts.blueprints.refresh();
    this.end();
    for (const entity of this.living) this.parts.setting.entities.remove(entity);
    this.living.clear();
    const raw = section?.value;
    if (section === undefined || raw === null || raw === undefined) return;
    for (const { one, at } of blocksIn(raw)) this.addBlock(section, one, at);
  }

  private addBlock(section: TemplateSection, raw: unknown, at: readonly (string | number)[]): void {
    const { setting } = this.parts;
    const { log, automatic } = setting;
    const filled = blockOf(raw, this.parts.blueprints);
    const { block, problems } =
      'config' in filled
        ? readBlock(filled.config, at)
        : {
            block: undefined,
            problems: [{ path: [...at, ...filled.path], reason: reasonOf(filled.problem) }],
          };
    for (const { path, reason } of problems)
      log.error(`${section.place(path)}: template ${path.join('.')}: ${englishText(reason)}`);
    if (block === undefined) return;
    const made: TemplateEntity[] = [];
    for (const item of block.items) {
      try {
        const { driver, entity } = addTemplateEntity(setting, block, item);
        made.push(driver);
        this.living.add(entity);
      } catch (error) {
        log.error(`${section.place(item.path)}: this template entity cannot be added`, { error });
      }
    }
    if (block.triggered === undefined) return;
    const name = `template ${at.join('.')}`;
    try {
      const undo = automatic.follow(block.triggered, name, (variables, context) => {
        for (const one of made) one.triggered(variables, context);
      });
      this.undos.push(undo);
    } catch (error) {
      log.error(`${section.place(at)}: the triggers of this block cannot be used`, { error });
    }
  }
}

/** Where a section uses a blueprint, for messages. */
export function blueprintUses(section: TemplateSection | undefined, path: string): Message[] {
  return blocksIn(section?.value).flatMap(({ one, at }) =>
    section !== undefined && blueprintOf(one) === path
      ? [message('template_entity_at', { place: section.place(at) })]
      : [],
  );
}

/** The blocks of a section, each with its path. */
function blocksIn(raw: unknown): { readonly one: unknown; readonly at: readonly number[] }[] {
  return Array.isArray(raw) ? raw.map((one, i) => ({ one, at: [i] })) : [{ one: raw, at: [] }];
}
