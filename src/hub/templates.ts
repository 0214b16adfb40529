import { join } from 'node:path';
import type { TemplateEngine } from '../templates/template-engine.ts';
import type { HubContext, HubTemplates } from './hub-context.ts';

/** What templates depend on. */
type TemplateGround = Pick<HubContext, 'options' | 'house' | 'bus' | 'states' | 'clock' | 'cpuBudget'>;

/** Opens templates; loads nothing before the first one. */
export function openTemplates({
  options,
  house,
  bus,
  states,
  clock,
  cpuBudget,
}: TemplateGround): HubTemplates {
  const folder = join(options.settings.dataDir, 'custom_templates');
  const log = options.logFile.log.named('templates');
  let custom: ReadonlyMap<string, string> = new Map();
  let opening: Promise<TemplateEngine> | undefined;
  let engine: TemplateEngine | undefined;
  const readCustom = async (): Promise<void> => {
    const { readCustomTemplates } = await import('../templates/custom-templates.ts');
    custom = await readCustomTemplates(folder, log);
  };
  const open = async (): Promise<TemplateEngine> => {
    const [{ TemplateEngine }] = await Promise.all([import('../templates/template-engine.ts'), readCustom()]);
    engine = new TemplateEngine({
      home: { ...house, states, clock },
      bus,
      clock,
      cpuBudget,
      load: (name) => custom.get(name),
    });
    return engine;
  };
  const withEngine = <Result>(use: (engine: TemplateEngine) => Result): Result | Promise<Result> => {
    if (engine !== undefined) return use(engine);
    opening ??= open();
    return opening.then(use);
  };
  return {
    custom: (name) => custom.get(name),
    readCustom,
    templates: {
      render: (request) => withEngine((opened) => opened.render(request)),
      follow: (request, hear) => withEngine((opened) => opened.follow(request, hear)),
    },
    services: [
      {
        domain: 'homeassistant',
        name: 'reload_custom_templates',
        description: 'Reads the templates in the folder custom_templates again.',
        fields: {},
        admin: true,
        handle: readCustom,
      },
    ],
  };
}
