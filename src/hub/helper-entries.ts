import type { TextSources } from '../api/frontend-texts/resources.ts';
import { showConfigEntry } from '../entities/registry/registry-views.ts';
import { ConfigFlows } from '../helpers/entries/config-flows.ts';
import type { RenderText } from '../helpers/entries/entry-kind.ts';
import { FileHelpers } from '../helpers/entries/file-helpers.ts';
import { HelperEntries } from '../helpers/entries/helper-entries.ts';
import type { PastStates } from '../helpers/entries/past-readings.ts';
import { SourceWatch } from '../helpers/entries/source-watch.ts';
import { entryKinds } from '../helpers/entry-kinds.ts';
import { meterServices } from '../helpers/utility-meter/meter-services.ts';
import { MetersOfFile } from '../helpers/utility-meter/meters-of-file.ts';
import type { HubContext, HubHelperEntries } from './hub-context.ts';
import { itemsOf } from './open-helpers.ts';
import { pastReadings } from './past-readings.ts';

/** Opens the helpers that are made by flows; they start after the entities they compute from. */
export function openHelperEntries({
  options,
  home,
  states,
  bus,
  clock,
  history,
  configItems,
  templates,
}: Pick<
  HubContext,
  'options' | 'home' | 'states' | 'bus' | 'clock' | 'history' | 'configItems' | 'templates'
>): HubHelperEntries {
  const { configEntries } = home;
  const log = options.logFile.log.named('helpers');
  const past = pastReadings({ history });
  const pastStates: PastStates = {
    newest: (query) => history.thread.call('samples.newestStates', query),
    matching: (query) => history.thread.call('samples.matchingTimes', query),
  };
  const renderTexts = async (): Promise<RenderText> => {
    const service = await templates.service();
    return (template) => service.render(template, {}, { host: service.quiet });
  };
  const parts = {
    ...home,
    states,
    bus,
    clock,
    log,
    past,
    pastStates,
    templates: renderTexts,
    watch: new SourceWatch(bus),
  };
  const entries = new HelperEntries(entryKinds, parts);
  const flows = new ConfigFlows({
    ...{ entries, parts, clock },
    show: (entry) => showConfigEntry(entry, configEntries.statusOf(entry.entry_id)),
    get: (entryId) => configEntries.get(entryId),
  });
  const readSection = async (name: string) =>
    configItems.section(name, itemsOf(await options.readSection(name)));
  const meters = new MetersOfFile(parts, () => readSection('utility_meter'));
  const ofFile = new FileHelpers(entryKinds, parts, readSection);
  const services = [...meterServices({ ...home, states, now: () => clock.now() }), ...ofFile.services()];
  return { entries, flows, parts: [entries, meters, ofFile], services };
}

/** The helpers whose flows have a preview. */
export const previewedHelpers: readonly string[] = entryKinds
  .filter(({ preview }) => preview !== undefined)
  .map(({ domain }) => domain);

/** What the texts for other web apps name: triggers, conditions and flows. */
export function textSources({
  automation,
  helperEntries: { flows },
  integrations,
}: Pick<HubContext, 'automation' | 'helperEntries' | 'integrations'>): TextSources {
  const { devices } = integrations.provided;
  const purposes: TextSources['purposes'] = (of) =>
    automation.commandParts.triggers?.[0].descriptions(of) ?? {};
  return {
    purposes,
    flowSteps: () => flows.steps(),
    integrations: (language) =>
      (devices?.domains() ?? []).map((domain) => ({ domain, ...devices?.textsOf(domain, language) })),
  };
}
