import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ports } from '../../src/automation/config/ports.ts';
import type { ConfigItem, ItemsLoaded } from '../../src/automation/item-files/item-files.ts';
import { Automations } from '../../src/automation/items/automations.ts';
import { reloadServices, Scripts } from '../../src/automation/items/scripts.ts';
import { Breakpoints } from '../../src/automation/runs/breakpoints.ts';
import { Loops } from '../../src/automation/runs/loops.ts';
import { Resumption } from '../../src/automation/runs/resumption.ts';
import { RunStore } from '../../src/automation/runs/run-store.ts';
import type { RunsParts } from '../../src/automation/runs/runner.ts';
import type { Trace } from '../../src/automation/runs/trace.ts';
import { WaitStore } from '../../src/automation/runs/wait-store.ts';
import type { Cause } from '../../src/core/cause-notes.ts';
import { newContext } from '../../src/core/context.ts';
import { silentLog } from '../../src/core/log.ts';
import type { State } from '../../src/core/state.ts';
import { type Database, openDatabase } from '../../src/storage/database.ts';
import { hearthMigrations } from '../../src/storage/migrations/index.ts';
import { automationSetting } from './automation-setting.ts';
import type { FakeClock } from './fake-clock.ts';
import { RunningClock } from './running-clock.ts';

/** The parts of a home with automations. */
export interface AutomationHomeOptions {
  readonly automations?: readonly Record<string, unknown>[];
  readonly scripts?: Readonly<Record<string, unknown>>;
  readonly clock?: FakeClock;
  readonly ports?: Ports;
  /** Loads automations like files do, instead of `automations`. */
  readonly loadAutomations?: () => Promise<ItemsLoaded>;
  /** Where runs are persisted; by default nowhere. */
  readonly database?: Pick<Database, 'write' | 'query'>;
  readonly prepare?: (home: ReturnType<typeof automationSetting>) => void;
}

/** A database in a temporary folder. */
export function temporaryDatabase(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-runs-'));
  return openDatabase({
    file: join(folder, 'hearth.db'),
    migrations: hearthMigrations,
    backupFolder: join(folder, 'backups'),
    clock: new RunningClock(),
    log: silentLog,
  });
}

/** A home that runs automations and scripts, with a stopped clock. */
export async function automationHome(options: AutomationHomeOptions) {
  const home = automationSetting({
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.ports === undefined ? {} : { ports: options.ports }),
  });
  const { setting, clock, bus } = home;
  const database = options.database ?? { write: async () => {}, query: async () => [] };
  const log = setting.log;
  const store = new RunStore({ database, clock, log });
  const waits = new WaitStore({ database, clock, log });
  const revive = (state: State) => setting.rendering.stateValue(state);
  const stored = await store.load(revive);
  await waits.load(revive);
  const traces: Trace[] = [];
  const causes: Cause[] = [];
  const runs: RunsParts = {
    ...{
      setting,
      stateSaver: store,
      loops: new Loops(),
      breakpoints: new Breakpoints(),
      running: new Map(),
      calling: [],
      resumed: new Map(),
    },
    isClosing: () => false,
    dropTraces: () => {},
    causes: { note: (cause) => causes.push(cause) },
    keepTrace: (trace) => {
      traces.push(trace);
    },
  };
  const items = {
    automations: (options.automations ?? []).map((config, index) =>
      itemOf(typeof config.id === 'string' ? config.id : null, config, `automations.yaml:${index + 1}`),
    ),
    scripts: Object.entries(options.scripts ?? {}).map(([key, config]) =>
      itemOf(key, config, 'scripts.yaml:1'),
    ),
  };
  const fill = (config: Readonly<Record<string, unknown>>) => ({ config, inputs: null });
  const load = (kind: 'automations' | 'scripts') => async () => ({ items: items[kind], problems: [] });
  const scripts = new Scripts({ ...runs, log, fill, load: load('scripts') });
  const automations = new Automations({
    startsOff: () => false,
    ...runs,
    log,
    fill,
    waits,
    load: options.loadAutomations ?? load('automations'),
  });
  for (const service of reloadServices({ scripts, automations })) setting.home.engine.register(service);
  options.prepare?.(home);
  await scripts.start();
  await automations.start();
  new Resumption({
    ...{ store, stored, bus, clock, log, results: runs.resumed },
    find: (owner) => automations.byOwner(owner) ?? scripts.byOwner(owner),
  }).start();
  const at = clock.now();
  bus.fire('homeassistant_started', {}, at, newContext(at));
  return { ...home, automations, scripts, traces, causes, items, runs };
}

/** An item as loaded from files. */
export function itemOf(id: string | null, config: unknown, place: string): ConfigItem {
  return {
    id,
    config,
    shown: () => config,
    hide: (message) => message,
    place,
    placeOf: (path) => [place, ...path].join(' '),
  };
}
