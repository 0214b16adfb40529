import { z } from 'zod';
import { Webhooks } from '../api/webhooks.ts';
import type { AutomationContext } from '../automation/config/automation-context.ts';
import { configFault } from '../automation/config/config-problem.ts';
import { EventIndex } from '../automation/config/event-index.ts';
import { type Config, isConfig } from '../automation/config/fields.ts';
import { refuseUnknownDevices } from '../automation/config/mentions.ts';
import type { Ports } from '../automation/config/ports.ts';
import { Rendering } from '../automation/config/rendering.ts';
import { Sentences } from '../automation/config/sentences.ts';
import { parseAutomation } from '../automation/items/automation-config.ts';
import { Automations } from '../automation/items/automations.ts';
import { executeScript } from '../automation/items/execute-script.ts';
import { LooseAutomation } from '../automation/items/loose-automation.ts';
import { parseScript } from '../automation/items/script-config.ts';
import { reloadServices, Scripts } from '../automation/items/scripts.ts';
import { Breakpoints } from '../automation/runs/breakpoints.ts';
import { FailedRuns } from '../automation/runs/failed-runs.ts';
import { lastRuns } from '../automation/runs/last-runs.ts';
import { Loops } from '../automation/runs/loops.ts';
import { Resumption, type RunOwner } from '../automation/runs/resumption.ts';
import type { Run } from '../automation/runs/run.ts';
import { RunStore } from '../automation/runs/run-store.ts';
import type { RunsParts } from '../automation/runs/runner.ts';
import { Traces } from '../automation/runs/traces.ts';
import { WaitStore } from '../automation/runs/wait-store.ts';
import type { Part } from '../core/lifecycle.ts';
import type { State } from '../core/state.ts';
import { isFollowing } from '../entities/registry/following.ts';
import type { Documents } from '../storage/documents.ts';
import { portParts, portsOf } from './automation-ports.ts';
import { openBlueprints, templateBlueprints } from './blueprints.ts';
import type { AutomationServices, HubContext } from './hub-context.ts';
import { templateEntities } from './template-entities.ts';

type AutomationParts = Omit<HubContext, 'assist' | 'automation' | 'phones' | 'changes'>;
type Domain = 'automation' | 'script';

/** Opens automations and scripts, and template entities, which have triggers and actions, too. */
export async function openAutomation(
  hub: AutomationParts,
  documents: Documents,
): Promise<AutomationServices> {
  const { options, clock, templates, configItems } = hub;
  const log = options.logFile.log.named('automation');
  const outside = { webhooks: new Webhooks(clock, log), sentences: new Sentences(log, clock) };
  const ports = { ...portsOf(hub, outside), ...(await updateOf(documents, options.version)) };
  const rendering = new Rendering(await templates.service());
  const setting = settingOn(hub, ports, { log, rendering });
  const { runs, waits, resume, traces, failures, keeping } = await openRuns(hub, setting);
  const { running, breakpoints } = runs;
  const reload = {
    automation: () => automations.reload(),
    script: () => scripts.reload(),
    template: () => ofTemplates.reload(),
  };
  const blueprints = openBlueprints(
    hub,
    (domain) => reload[domain](),
    (path) => ofTemplates.blueprintUses(path),
  );
  const itemsOf = (domain: Domain) => ({
    fill: (config: Config) => blueprints.fill(domain, config),
    load: async () => {
      await blueprints.refresh();
      return configItems.files(domain).load();
    },
  });
  const scripts = new Scripts({ ...runs, ...itemsOf('script'), log });
  const automations = new Automations({
    ...{ ...runs, ...itemsOf('automation'), log, waits },
    startsOff: () => isFollowing(hub.home.configEntries),
  });
  const resumption = resume((owner) => automations.byOwner(owner) ?? scripts.byOwner(owner));
  const ofTemplates = templateEntities(hub, documents, {
    automatic: new LooseAutomation(runs),
    blueprints: templateBlueprints(blueprints),
  });
  editItems(hub, setting, { blueprints, automations, scripts });
  const commandParts = portParts(setting, hub.cpuBudget);
  return {
    parts: [...ofTemplates.parts, scripts, automations, resumption, keeping],
    beforeStop: (say) => lastRuns(running, clock, say),
    mentioning: function* () {
      for (const one of automations.all()) yield one.mentions();
      for (const one of scripts.all()) yield one.mentions();
    },
    services: [...reloadServices({ scripts, automations }), ...ofTemplates.services],
    templateHelpers: ofTemplates.helpers,
    webhooks: outside.webhooks,
    sentences: outside.sentences,
    commandParts: {
      ...commandParts,
      traces: [{ traces, failures, breakpoints, cancel: (runId) => running.get(runId)?.cancel() }],
      blueprints: [blueprints],
      automations: [
        {
          clock,
          execute: (request) => executeScript(request, runs),
          configOf: (domain, entityId) =>
            (domain === 'automation' ? automations : scripts).find(entityId)?.item.shown(),
        },
      ],
    },
  };
}

function settingOn(
  { home, states, bus, clock }: AutomationParts,
  ports: Ports,
  { log, rendering }: Pick<AutomationContext, 'log' | 'rendering'>,
): AutomationContext {
  return {
    home,
    states,
    bus,
    clock,
    log,
    ports,
    mayRead: null,
    events: new EventIndex(bus, log),
    rendering,
  };
}

/** Opens what runs depend on and the saved runs; `resume` creates the part that continues them. */
async function openRuns({ database, causes }: AutomationParts, setting: AutomationContext) {
  const { bus, clock, log } = setting;
  const store = new RunStore({ database, clock, log });
  const waits = new WaitStore({ database, clock, log });
  const revive = (state: State) => setting.rendering.stateValue(state);
  const [stored] = await Promise.all([store.load(revive), waits.load(revive)]);
  let isClosing = false;
  const failures = new FailedRuns();
  const running = new Map<string, Run>();
  const traces = new Traces({ database, clock, log, running: () => running.values() });
  for (const domain of ['automation', 'script']) failures.load(await traces.list(domain));
  const runs: RunsParts = {
    setting,
    stateSaver: store,
    causes: causes.causes,
    loops: new Loops(),
    running,
    calling: [],
    resumed: new Map(),
    isClosing: () => isClosing,
    breakpoints: new Breakpoints(),
    keepTrace: (trace, max) => {
      traces.add(trace, max);
      failures.note(trace);
    },
    dropTraces: (domain, itemId) => {
      traces.forget(domain, itemId);
      failures.forget(domain, itemId);
    },
  };
  const resume = (find: (owner: string) => RunOwner | undefined): Part =>
    new Resumption({ store, stored, bus, clock, log, results: runs.resumed, find });
  const keeping: Part = {
    name: 'runs and waits on the disk',
    start: () => {},
    stop: async () => {
      isClosing = true;
      await Promise.all([store.close(), waits.close(), traces.flush()]);
    },
  };
  return { runs, waits, traces, failures, resume, keeping };
}

/** Opens the editors of automations and scripts: unusable items are rejected before they are saved. */
function editItems(
  { home, configItems }: AutomationParts,
  { rendering }: AutomationContext,
  {
    blueprints,
    automations,
    scripts,
  }: {
    readonly blueprints: ReturnType<typeof openBlueprints>;
    readonly automations: Automations;
    readonly scripts: Scripts;
  },
): void {
  const check = (text: string): void => rendering.check(text);
  configItems.edit('automation', {
    validate: (config) => {
      const { mentions } = parseAutomation(blueprints.fill('automation', configOf(config)).config, check);
      refuseUnknownDevices(mentions, home, 'invalid_format');
    },
    reload: (id) => automations.reload(id),
  });
  configItems.edit('script', {
    validate: (config, key) => {
      const { mentions } = parseScript(key, blueprints.fill('script', configOf(config)).config, check);
      refuseUnknownDevices(mentions, home, 'invalid_format');
    },
    reload: () => scripts.reload(),
  });
}

function configOf(value: unknown): Config {
  if (!isConfig(value)) throw configFault('expected_an_object', []);
  return value;
}

/** The version that ran before, if it was a different one. Saves the current version. */
async function updateOf(documents: Documents, to: string): Promise<Pick<Ports, 'update'>> {
  const saved = documents.collection('versions', z.string());
  const from = saved.entries.get('server');
  if (from === to) return {};
  await saved.put('server', to);
  return from === undefined ? {} : { update: { from, to } };
}
