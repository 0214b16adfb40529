import type { Part } from '../core/lifecycle.ts';
import type { Message } from '../core/messages.ts';
import type { RawSection } from '../core/settings-block.ts';
import type { PlainService } from '../entities/services/service.ts';
import type { TemplateBlueprints } from '../helpers/template/blueprint-use.ts';
import type { Automatic, TemplateSetting } from '../helpers/template/setting.ts';
import type { TemplateEntities, TemplateSection } from '../helpers/template/template-entities.ts';
import { StoredTemplate, TemplateHelpers } from '../helpers/template/template-helpers.ts';
import type { Documents } from '../storage/documents.ts';
import type { HelperServices, HubContext } from './hub-context.ts';

/** What the hub needs of template entities. */
interface EntitiesOfTemplates extends Pick<HelperServices, 'parts' | 'services'> {
  /** Those created in the app. */
  readonly helpers: TemplateHelpers;
  /** Reads the configuration again, and recreates those based on blueprints. */
  reload(): Promise<void>;
  /** What uses a blueprint, for messages. */
  blueprintUses(path: string): Promise<readonly Message[]>;
}

/** The blocks of the settings file, followed by those of packages, which are named by their places. */
function withPackages(
  own: RawSection | undefined,
  packages: ReadonlyMap<string, unknown>,
): TemplateSection | undefined {
  if (packages.size === 0) return own && { value: own.value, place: (path) => own.place(path) };
  const value = own?.value ?? [];
  const blocks = Array.isArray(value) ? value : [value];
  const places = [...packages.keys()];
  return {
    value: [...blocks, ...packages.values()],
    place: (path) => {
      const index = Number(path[0] ?? 0) - blocks.length;
      if (index >= 0) return places[index] ?? 'packages';
      return own?.place(Array.isArray(value) ? path : path.slice(1)) ?? 'hearth.yaml';
    },
  };
}

/** Template entities of the configuration and the app. Their code is loaded when there is one. */
export function templateEntities(
  hub: Omit<HubContext, 'assist' | 'automation' | 'phones' | 'changes'>,
  documents: Documents,
  { automatic, blueprints }: { readonly automatic: Automatic; readonly blueprints: TemplateBlueprints },
): EntitiesOfTemplates {
  const { options, home, clock, templates } = hub;
  let opened: Promise<TemplateSetting> | undefined;
  const open = async (): Promise<TemplateSetting> => {
    const log = options.logFile.log.named('template');
    const { fetchPicture } = await import('../integrations/camera/fetch-picture.ts');
    return {
      entities: home.entities,
      clock,
      log,
      automatic,
      templates: await templates.service(),
      fetchPicture: (url, verifySsl) => fetchPicture({ url, verifySsl }, clock),
    };
  };
  const setting = (): Promise<TemplateSetting> => {
    opened ??= open();
    return opened;
  };
  const helpers = new TemplateHelpers({
    store: documents.collection('templates', StoredTemplate),
    setting,
    blueprints,
  });
  const readSection = async () => withPackages(await options.readSection('template'), await ofPackages());
  const ofPackages = () => hub.configItems.section('template', new Map());
  let fromFile: TemplateEntities | undefined;
  const load = async (): Promise<void> => {
    const { TemplateEntities } = await import('../helpers/template/template-entities.ts');
    fromFile ??= new TemplateEntities({
      setting: await setting(),
      readSection,
      blueprints,
    });
    await fromFile.load();
  };
  const reload = async (): Promise<void> => {
    await load();
    await helpers.reload();
  };
  const part: Part = {
    name: 'template entities',
    start: async () => {
      if (options.settings.sections.has('template') || (await ofPackages()).size > 0) await load();
    },
    stop: () => fromFile?.end(),
  };
  const service: PlainService = {
    domain: 'template',
    name: 'reload',
    fields: {},
    admin: true,
    handle: reload,
  };
  return {
    parts: [part, helpers],
    services: [service],
    helpers,
    reload,
    blueprintUses: async (path) => {
      const { blueprintUses } = await import('../helpers/template/template-entities.ts');
      return [...blueprintUses(await readSection(), path), ...helpers.blueprintUses(path)];
    },
  };
}
