import type { AutomationContext } from '../../src/automation/config/automation-context.ts';
import { problemAt } from '../../src/automation/config/config-problem.ts';
import { EventIndex } from '../../src/automation/config/event-index.ts';
import { Mentions } from '../../src/automation/config/mentions.ts';
import type { ParseHelp } from '../../src/automation/config/parse-help.ts';
import type { Ports } from '../../src/automation/config/ports.ts';
import { Rendering } from '../../src/automation/config/rendering.ts';
import type { TriggerFired, Wait, Waits } from '../../src/automation/config/trigger.ts';
import { parseTriggers } from '../../src/automation/parsing/parse-triggers.ts';
import { Bus, type HubEvent } from '../../src/core/bus.ts';
import type { Context } from '../../src/core/context.ts';
import { newContext } from '../../src/core/context.ts';
import { reasonOf } from '../../src/core/errors.ts';
import type { Log } from '../../src/core/log.ts';
import { StateMachine } from '../../src/core/state-machine.ts';
import { domains } from '../../src/domains/index.ts';
import { buildHomeModel } from '../../src/entities/home/home-model.ts';
import { compile } from '../../src/jinja/template.ts';
import type { Documents } from '../../src/storage/documents.ts';
import { TemplateService } from '../../src/templates/template-service.ts';
import { FakeClock } from './fake-clock.ts';
import { MemoryCollection } from './home.ts';

/** A home for automation tests: everything but devices, with a stopped clock. */
export function automationSetting(
  options: { readonly ports?: Ports; readonly clock?: FakeClock; readonly timeZone?: string } = {},
) {
  const clock = options.clock ?? new FakeClock();
  const lines: string[] = [];
  const log = listLog(lines);
  const bus = new Bus(log);
  const events: HubEvent[] = [];
  bus.onAll((event) => events.push(event));
  const states = new StateMachine(bus, clock);
  const documents = { collection: () => new MemoryCollection() } as unknown as Documents;
  const home = buildHomeModel({
    facts: {
      ...{ name: 'Home', latitude: 52.37, longitude: 4.89, elevation: 2, country: 'NL', currency: 'EUR' },
      ...{ time_zone: options.timeZone ?? 'Europe/Amsterdam', language: 'en', unit_system: 'metric' },
    },
    domains,
    documents,
    bus,
    states,
    clock,
    log,
    lastValues: () => null,
  });
  const rendering = new Rendering(new TemplateService({ home: { ...home, states, clock }, bus, clock }));
  const setting: AutomationContext = {
    ...{ home, states, bus, clock, log, rendering, mayRead: null },
    events: new EventIndex(bus, log),
    ports: options.ports ?? {},
  };
  return { setting, clock, bus, states, home, events, lines, fire: firing(bus, clock) };
}

function firing(bus: Bus, clock: FakeClock) {
  return (type: string, data: Record<string, unknown> = {}, context: Partial<Context> = {}): void => {
    const at = clock.now();
    bus.fireCustom(type, data, at, { ...newContext(at), ...context });
  };
}

/** The parser helpers in tests. */
export function parseHelp(): ParseHelp & { readonly mentions: Mentions } {
  return {
    mentions: new Mentions(),
    checkTemplate: (text, path) => {
      try {
        compile(text);
      } catch (error) {
        throw problemAt(path, reasonOf(error));
      }
    },
  };
}

/** Waits that survive a simulated restart. */
export class KeptWaits implements Waits {
  readonly kept = new Map<string, Wait>();

  take(): ReadonlyMap<string, Wait> {
    return new Map(this.kept);
  }

  save(key: string, wait: Wait | null): void {
    if (wait === null) this.kept.delete(key);
    else this.kept.set(key, wait);
  }

  over(key: string, next: () => void): void {
    this.kept.delete(key);
    next();
  }
}

/** Attaches triggers and collects what they fire. */
export function attachTriggers(
  setting: AutomationContext,
  config: unknown,
  more: { readonly variables?: Record<string, unknown>; readonly waits?: Waits } = {},
) {
  const fired: TriggerFired[] = [];
  const undo = parseTriggers(config, [], parseHelp()).attach({
    setting,
    variables: more.variables ?? {},
    waits: () => more.waits ?? new KeptWaits(),
    fire: (one) => fired.push(one),
  });
  return { fired, undo };
}

function listLog(lines: string[]): Log {
  const line =
    (level: string) =>
    (message: string): void => {
      lines.push(`${level} ${message}`);
    };
  const log: Log = {
    debug: line('debug'),
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
    named: () => log,
  };
  return log;
}
