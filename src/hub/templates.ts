import { join } from 'node:path';
import type { TemplateEngine } from '../templates/template-engine.ts';
import type { TemplateService } from '../templates/template-service.ts';
import type { HubContext, HubTemplates } from './hub-context.ts';

/** What templates depend on. */
type TemplateParts = Pick<HubContext, 'options' | 'home' | 'bus' | 'states' | 'clock' | 'cpuBudget'>;

/** Opens templates; loads nothing before the first one. */
export function openTemplates({
  options,
  home: model,
  bus,
  states,
  clock,
  cpuBudget,
}: TemplateParts): HubTemplates {
  const folder = join(options.settings.dataDir, 'custom_templates');
  const log = options.logFile.log.named('templates');
  let custom: ReadonlyMap<string, string> = new Map();
  let opening: Promise<TemplateService> | undefined;
  let engine: TemplateEngine | undefined;
  const readCustom = async (): Promise<void> => {
    const { readCustomTemplates } = await import('../templates/custom-templates.ts');
    custom = await readCustomTemplates(folder, log);
  };
  const open = async (): Promise<TemplateService> => {
    const { TemplateService } = await import('../templates/template-service.ts');
    await readCustom();
    const home = { ...model, states, clock };
    return new TemplateService({ home, bus, clock, load: (name) => custom.get(name) });
  };
  const service = (): Promise<TemplateService> => {
    opening ??= open();
    return opening;
  };
  const openEngine = async (): Promise<TemplateEngine> => {
    const { TemplateEngine } = await import('../templates/template-engine.ts');
    engine ??= new TemplateEngine(await service(), cpuBudget);
    return engine;
  };
  const withEngine = <Result>(use: (engine: TemplateEngine) => Result): Result | Promise<Result> =>
    engine === undefined ? openEngine().then(use) : use(engine);
  return {
    service,
    templates: {
      render: (request) => withEngine((opened) => opened.render(request)),
      follow: (request, listener) => withEngine((opened) => opened.follow(request, listener)),
    },
    services: [
      {
        domain: 'homeassistant',
        name: 'reload_custom_templates',
        fields: {},
        admin: true,
        handle: readCustom,
      },
    ],
  };
}
