import { collectionCommands } from '../api/ws/commands/collections.ts';
import type { Part } from '../core/lifecycle.ts';
import type { PlainService } from '../entities/service.ts';
import type { Automatic, TemplateSetting } from '../helpers/template/setting.ts';
import type { TemplateEntities } from '../helpers/template/template-entities.ts';
import { StoredTemplate, TemplateHelpers } from '../helpers/template/template-helpers.ts';
import type { Documents } from '../storage/documents.ts';
import type { Ground, HomeMade } from './ground.ts';

/** Entities made of templates: those of the settings file and those made in the app. What they stand on is loaded when there is one. */
export function templateEntities(
  ground: Omit<Ground, 'automating'>,
  documents: Documents,
  automatic: Automatic,
): Pick<HomeMade, 'parts' | 'services' | 'commands'> {
  const { options, house, bus, states, clock, templates } = ground;
  let opened: Promise<TemplateSetting> | undefined;
  const open = async (): Promise<TemplateSetting> => {
    const log = options.logFile.log.named('template');
    const [{ homeLanguage }, { Tracker }, { fetchPicture }] = await Promise.all([
      import('../templates/language.ts'),
      import('../templates/tracker.ts'),
      import('../devices/http/fetch-picture.ts'),
    ]);
    return {
      entities: house.entities,
      clock,
      log,
      automatic,
      home: { ...house, states, clock },
      language: homeLanguage({
        timeZone: () => house.home.facts.time_zone,
        load: (name) => templates.custom(name),
      }),
      tracker: new Tracker(bus, clock),
      fetchPicture: (url, verifySsl) => fetchPicture({ url, verifySsl }, clock),
    };
  };
  const setting = (): Promise<TemplateSetting> => {
    opened ??= open();
    return opened;
  };
  const helpers = new TemplateHelpers({ store: documents.collection('templates', StoredTemplate), setting });
  let fromFile: TemplateEntities | undefined;
  const load = async (): Promise<void> => {
    const { TemplateEntities } = await import('../helpers/template/template-entities.ts');
    fromFile ??= new TemplateEntities({
      setting: await setting(),
      readSection: () => options.readSection('template'),
    });
    await fromFile.load();
  };
  const part: Part = {
    name: 'template entities',
    start: async () => {
      if (options.settings.sections.has('template')) await load();
    },
    stop: () => fromFile?.end(),
  };
  const reload: PlainService = {
    domain: 'template',
    name: 'reload',
    description: 'Reads the template entities of the settings file again.',
    fields: {},
    admin: true,
    handle: load,
  };
  const entityId = (_domain: string, id: string): string => helpers.entityId(id) ?? `template.${id}`;
  return { parts: [part, helpers], services: [reload], commands: collectionCommands([helpers], entityId) };
}
