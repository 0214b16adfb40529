import { realpath } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BlueprintDomain } from '../automation/blueprints/blueprint.ts';
import { Blueprints } from '../automation/blueprints/blueprints.ts';
import { ConfigProblem } from '../automation/config/config-problem.ts';
import { type Config, isConfig } from '../automation/config/fields.ts';
import { plainNumbers } from '../core/json.ts';
import { type Message, message } from '../core/messages.ts';
import type { TemplateBlueprints } from '../helpers/template/blueprint-use.ts';
import { fetchText } from '../integrations/camera/fetch-text.ts';
import { restorableFiles, writeWhole } from '../storage/changes/whole-file.ts';
import type { HubContext } from './hub-context.ts';

const USERS = {
  automation: { named: 'automation_with_id', unnamed: 'automation_without_id' },
  script: { named: 'script_with_id', unnamed: 'script_without_id' },
} as const;

/** The folder of the blueprints included with Hearth. */
const SHIPPED = new URL('../../blueprints', import.meta.url);

/** The blueprints of the data folder and the included ones; `reload` applies the changes of a domain. */
export function openBlueprints(
  { options, clock, configItems }: Pick<HubContext, 'options' | 'clock' | 'configItems'>,
  reload: (domain: BlueprintDomain) => Promise<void>,
  templatesUsing: (path: string) => Promise<readonly Message[]>,
): Blueprints {
  const blueprints = new Blueprints({
    write: (id, file) => writeWhole(configItems.recorded, { kind: 'blueprint', id, file }),
    folder: () => realpath(options.settings.dataDir),
    shipped: fileURLToPath(SHIPPED),
    fetch: (url) => fetchText(url, clock),
    usedBy: async (domain, path) => {
      if (domain === 'template') return templatesUsing(path);
      const { found } = await configItems.files(domain).read();
      return found.items.flatMap(({ id, source }) => {
        const use = isConfig(source.value) ? source.value.use_blueprint : undefined;
        if (!isConfig(use) || use.path !== path) return [];
        const { named, unnamed } = USERS[domain];
        return [id === null ? message(unnamed) : message(named, { id })];
      });
    },
    reload,
  });
  configItems.putBack(restorableFiles(blueprints.restorable()));
  return blueprints;
}

/** Blueprints as template entities see them: numbers as in the configuration. */
export function templateBlueprints(blueprints: Blueprints): TemplateBlueprints {
  return {
    refresh: () => blueprints.refresh(),
    fill: (use) => {
      try {
        return { config: plainNumbers(blueprints.fill('template', use).config) as Config };
      } catch (error) {
        if (!(error instanceof ConfigProblem)) throw error;
        return { path: error.path, problem: error };
      }
    },
  };
}
