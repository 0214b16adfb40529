import { realpath } from 'node:fs/promises';
import { automationCommands } from '../api/ws/commands/automations.ts';
import { Automations } from '../automation/automations.ts';
import { executeScript } from '../automation/execute-script.ts';
import { Happenings } from '../automation/happenings.ts';
import { ItemFiles } from '../automation/item-files.ts';
import { Loops } from '../automation/loops.ts';
import type { Ports } from '../automation/ports.ts';
import { Rendering } from '../automation/rendering.ts';
import type { Run } from '../automation/run.ts';
import type { RunsParts } from '../automation/runner.ts';
import { reloadServices, Scripts } from '../automation/scripts.ts';
import type { Setting } from '../automation/setting.ts';
import { Traces } from '../automation/traces.ts';
import type { Wait, Waits } from '../automation/trigger.ts';
import type { Automating, Ground } from './ground.ts';

/** Automations and scripts over the house. */
export async function openAutomation(ground: Omit<Ground, 'automating'>): Promise<Automating> {
  const { options, house, bus, states, clock, templates } = ground;
  const log = options.logFile.log.named('automation');
  await templates.readCustom();
  const setting: Setting = {
    ...{ house, states, bus, clock, log, mayRead: null },
    happenings: new Happenings(bus, log),
    rendering: new Rendering({
      home: { ...house, states, clock },
      ...{ bus, clock, load: (name) => templates.custom(name) },
    }),
    ports: portsOf(ground),
  };
  const traces = new Traces();
  const runs: RunsParts = {
    setting,
    keeper: { keep: async () => {}, drop: () => {} },
    loops: new Loops(),
    running: new Map<string, Run>(),
    keepTrace: (trace, most) => traces.add(trace, most),
  };
  const folder = (): Promise<string> => realpath(options.settings.dataDir);
  const automationFiles = new ItemFiles('automation', folder);
  const scriptFiles = new ItemFiles('script', folder);
  const fill = (config: Readonly<Record<string, unknown>>) => ({ config, inputs: null });
  const scripts = new Scripts({ ...runs, log, fill, load: () => scriptFiles.load() });
  const automations = new Automations({
    ...runs,
    ...{ log, fill, load: () => automationFiles.load() },
    waits: () => new NoWaits(),
    forgetWaits: () => {},
  });
  return {
    parts: [scripts, automations],
    services: reloadServices({ scripts, automations }),
    commands: automationCommands({
      clock,
      execute: (request) => executeScript(request, runs),
      configOf: (domain, entityId) =>
        (domain === 'automation' ? automations : scripts).find(entityId)?.item.config,
      traces,
    }),
  };
}

function portsOf({ devices }: Omit<Ground, 'automating'>): Ports {
  const { mqtt } = devices;
  return {
    ...(mqtt === undefined ? {} : { mqtt }),
  };
}

/** Waits that end with the process. */
class NoWaits implements Waits {
  take(): ReadonlyMap<string, Wait> {
    return new Map();
  }

  keep(): void {}
}
