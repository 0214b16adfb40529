import { z } from 'zod';
import { Webhooks } from '../api/webhooks.ts';
import { automationCommands } from '../api/ws/commands/automations.ts';
import { blueprintCommands } from '../api/ws/commands/blueprints.ts';
import { traceCommands } from '../api/ws/commands/traces.ts';
import { parseAutomation } from '../automation/automation-config.ts';
import { Automations } from '../automation/automations.ts';
import { Breakpoints } from '../automation/breakpoints.ts';
import { ConfigProblem } from '../automation/config-problem.ts';
import { executeScript } from '../automation/execute-script.ts';
import { type Config, isConfig } from '../automation/fields.ts';
import { Happenings } from '../automation/happenings.ts';
import { lastRuns } from '../automation/last-runs.ts';
import { Loops } from '../automation/loops.ts';
import { LooseAutomation } from '../automation/loose-automation.ts';
import { refuseUnknownDevices } from '../automation/mentions.ts';
import type { Ports } from '../automation/ports.ts';
import { Rendering } from '../automation/rendering.ts';
import { Resumption } from '../automation/resumption.ts';
import type { Run } from '../automation/run.ts';
import { RunStore } from '../automation/run-store.ts';
import type { RunsParts } from '../automation/runner.ts';
import { parseScript } from '../automation/script-config.ts';
import { reloadServices, Scripts } from '../automation/scripts.ts';
import { Sentences } from '../automation/sentences.ts';
import type { Setting } from '../automation/setting.ts';
import { Traces } from '../automation/traces.ts';
import { WaitStore } from '../automation/wait-store.ts';
import type { Part } from '../core/lifecycle.ts';
import type { State } from '../core/state.ts';
import type { Documents } from '../storage/documents.ts';
import { outsideCommands, outsideRoutes, portsOf } from './automation-outside.ts';
import { openBlueprints, templateBlueprints } from './blueprints.ts';
import type { Automating, Ground } from './ground.ts';
import { templateEntities } from './template-entities.ts';

/** Automations and scripts over the house, and the entities of templates, which have triggers and actions too. */
export async function openAutomation(
  ground: Omit<Ground, 'automating'>,
  documents: Documents,
): Promise<Automating> {
  const { options, house, bus, states, clock, templates, configItems, why, database } = ground;
  const log = options.logFile.log.named('automation');
  await templates.readCustom();
  const outside = { webhooks: new Webhooks(clock, log), sentences: new Sentences(log) };
  const setting: Setting = {
    house,
    states,
    bus,
    clock,
    log,
    mayRead: null,
    happenings: new Happenings(bus, log),
    rendering: new Rendering({
      home: { ...house, states, clock },
      bus,
      clock,
      load: (name) => templates.custom(name),
    }),
    ports: { ...portsOf(ground, outside), ...(await updateOf(documents, options.version)) },
  };
  const store = new RunStore({ database, clock, log });
  const waits = new WaitStore({ database, clock, log });
  const revive = (state: State) => setting.rendering.stateValue(state);
  const [stored] = await Promise.all([store.load(revive), waits.load(revive)]);
  let isClosing = false;
  const running = new Map<string, Run>();
  const breakpoints = new Breakpoints();
  const traces = new Traces({ database, clock, log, running: () => running.values() });
  const runs: RunsParts = {
    setting,
    keeper: store,
    causes: why.causes,
    loops: new Loops(),
    running,
    calling: [],
    resumed: new Map(),
    isClosing: () => isClosing,
    breakpoints,
    keepTrace: (trace, most) => traces.add(trace, most),
    dropTraces: (domain, itemId) => traces.forget(domain, itemId),
  };
  const reload = {
    automation: () => automations.reload(),
    script: () => scripts.reload(),
    template: () => ofTemplates.reload(),
  };
  const blueprints = openBlueprints(
    ground,
    (domain) => reload[domain](),
    (path) => ofTemplates.blueprintUses(path),
  );
  const loadOf = (domain: 'automation' | 'script') => async () => {
    await blueprints.refresh();
    return configItems.files(domain).load();
  };
  const fillOf = (domain: 'automation' | 'script') => (config: Config) => blueprints.fill(domain, config);
  const scripts = new Scripts({ ...runs, log, fill: fillOf('script'), load: loadOf('script') });
  const automations = new Automations({
    ...runs,
    log,
    waits,
    fill: fillOf('automation'),
    load: loadOf('automation'),
  });
  const resumption = new Resumption({
    store,
    stored,
    bus,
    clock,
    log,
    results: runs.resumed,
    find: (owner) => automations.byOwner(owner) ?? scripts.byOwner(owner),
  });
  const keeping: Part = {
    name: 'runs and waits on the disk',
    start: () => {},
    stop: async () => {
      isClosing = true;
      await Promise.all([store.close(), waits.close(), traces.flush()]);
    },
  };
  const ofTemplates = templateEntities(ground, documents, {
    automatic: new LooseAutomation(runs),
    blueprints: templateBlueprints(blueprints),
  });
  const check = (text: string): void => setting.rendering.check(text);
  configItems.edit('automation', {
    validate: (config) => {
      const { mentions } = parseAutomation(blueprints.fill('automation', configOf(config)).config, check);
      refuseUnknownDevices(mentions, house, 'invalid_format');
    },
    reload: (id) => automations.reload(id),
  });
  configItems.edit('script', {
    validate: (config, key) => {
      const { mentions } = parseScript(key, blueprints.fill('script', configOf(config)).config, check);
      refuseUnknownDevices(mentions, house, 'invalid_format');
    },
    reload: () => scripts.reload(),
  });
  return {
    parts: [...ofTemplates.parts, scripts, automations, resumption, keeping],
    beforeStop: (say) => lastRuns(running, clock, say),
    mentioning: function* () {
      for (const one of automations.all()) yield one.mentions();
      for (const one of scripts.all()) yield one.mentions();
    },
    services: [...reloadServices({ scripts, automations }), ...ofTemplates.services],
    routes: outsideRoutes(outside, clock),
    commands: [
      ...ofTemplates.commands,
      ...traceCommands({
        traces,
        breakpoints,
        cancel: (runId) => running.get(runId)?.cancel(),
      }),
      ...outsideCommands(setting, outside, ground.workTime),
      ...blueprintCommands(blueprints),
      ...automationCommands({
        clock,
        execute: (request) => executeScript(request, runs),
        configOf: (domain, entityId) =>
          (domain === 'automation' ? automations : scripts).find(entityId)?.item.shown(),
      }),
    ],
  };
}

function configOf(value: unknown): Config {
  if (!isConfig(value)) throw new ConfigProblem('Expected an object', []);
  return value;
}

/** The version that ran here before, where it was another; notes the one that runs now. */
async function updateOf(documents: Documents, to: string): Promise<Pick<Ports, 'update'>> {
  const kept = documents.collection('versions', z.string());
  const from = kept.entries.get('server');
  if (from === to) return {};
  await kept.put('server', to);
  return from === undefined ? {} : { update: { from, to } };
}
