import { realpath } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BlueprintDomain } from '../automation/blueprint.ts';
import { Blueprints } from '../automation/blueprints.ts';
import { isConfig } from '../automation/fields.ts';
import { fetchText } from '../devices/http/fetch-text.ts';
import type { Ground } from './ground.ts';

/** The blueprints that come with Hearth. */
const SHIPPED = new URL('../../blueprints', import.meta.url);

/** The blueprints of the data folder and those that come with Hearth; `reload` takes up what changed in a domain. */
export function openBlueprints(
  { options, clock, configItems }: Pick<Ground, 'options' | 'clock' | 'configItems'>,
  reload: (domain: BlueprintDomain) => Promise<void>,
): Blueprints {
  return new Blueprints({
    folder: () => realpath(options.settings.dataDir),
    shipped: fileURLToPath(SHIPPED),
    fetch: (url) => fetchText(url, clock),
    usedBy: async (domain, path) => {
      if (domain === 'template') return [];
      const { found } = await configItems.files(domain).read();
      return found.items.flatMap(({ id, source }) => {
        const use = isConfig(source.value) ? source.value.use_blueprint : undefined;
        return isConfig(use) && use.path === path ? [`${domain} ${id ?? 'without an id'}`] : [];
      });
    },
    reload,
  });
}
