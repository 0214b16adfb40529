import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ItemFiles } from '../automation/item-files/item-files.ts';
import { domains } from '../domains/index.ts';
import { EntityPort } from '../integrations/entity-port.ts';
import type { HomeItems } from '../integrations/home-items.ts';
import { integrations } from '../integrations/index.ts';
import type { OpenIntegration } from '../integrations/integration.ts';
import type { Provisions } from '../integrations/provisions.ts';
import { restorableFiles, textAt, writeWhole } from '../storage/changes/whole-file.ts';
import type { Documents } from '../storage/documents.ts';
import type { HelperServices, HubContext, OpenIntegrations } from './hub-context.ts';
import { openPastHistory } from './past-history.ts';

const SCENES = 'scenes.yaml';

/** Opens all integrations in the order of their list. */
export async function openIntegrations(
  hub: Omit<HubContext, 'integrations' | 'automation' | 'assist' | 'phones' | 'changes'>,
  documents: Documents,
): Promise<OpenIntegrations> {
  const { options, home, auth, tags, templates } = hub;
  const { settings } = options;
  const { entities, ...others } = home;
  const context = {
    ...hub,
    settings,
    readSettings: () => options.readSettings(),
    readItems: async (section: string, ofOne: readonly string[]) =>
      hub.configItems.items(await options.readSection(section), section, ofOne),
    entities: new EntityPort(entities, domains),
    home: others,
    items: homeItems(hub),
    files: hub.configItems.recorded,
    pastHistory: openPastHistory(hub),
    log: options.logFile.log,
    documents,
    mqttAccounts: auth.mqttAccounts,
    scanTag: tags.scan.bind(tags),
    templates: () => templates.service(),
  };
  const opened: OpenIntegration[] = [];
  let provided: Provisions = {};
  for (const integration of integrations) {
    const one: OpenIntegration | undefined = await integration.open({ ...context, provided });
    if (one === undefined) continue;
    opened.push(one);
    provided = { ...provided, ...one.provides };
  }
  const absent = new Set(opened.flatMap(({ absentPlatforms = [] }) => absentPlatforms));
  return {
    parts: opened.flatMap(({ parts }) => parts),
    partsAfterHelpers: opened.flatMap(({ partsAfterHelpers = [] }) => partsAfterHelpers),
    provided,
    isExpected: (platform) => !absent.has(platform),
  };
}

/** Items users make, as integrations make them. */
function homeItems({
  options,
  helpers: { collections, reloadScenes },
  configItems,
}: Pick<HubContext, 'options' | 'helpers' | 'configItems'>): HomeItems {
  const { dataDir } = options.settings;
  const scenes = { path: join(dataDir, SCENES), name: SCENES };
  const write = (expected: string | null, text: string | null): Promise<boolean> =>
    writeWhole(configItems.recorded, {
      ...{ kind: 'scenes', id: SCENES },
      file: { ...scenes, expected, text },
    });
  configItems.putBack(
    restorableFiles({ name: 'scenes', fileOf: async () => scenes, restored: () => reloadScenes() }),
  );
  const collection = (name: string): HelperServices['collections'][number] => {
    const found = collections.find(({ domain }) => domain === name);
    if (found === undefined) throw new Error(`There is no collection ${name}`);
    return found;
  };
  return {
    create: async (name, fields) => (await collection(name).create(fields)).id,
    remove: (name, id) => collection(name).delete(id),
    list: (name) => collection(name).list(),
    update: async (name, id, fields) => void (await collection(name).update(id, fields)),
    writeScenes: async (text) => {
      const found = await new ItemFiles('scene', () => realpath(dataDir)).load();
      if (found.items.length + found.problems.length > 0) return;
      if (await write(await textAt(scenes.path), text)) await reloadScenes();
    },
    removeScenes: async (text) => {
      if ((await textAt(scenes.path)) === text && (await write(text, null))) await reloadScenes();
    },
  };
}
