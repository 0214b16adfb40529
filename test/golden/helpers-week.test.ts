import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { SteppedClock } from '../support/stepped-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { seeds } from '../support/thoroughness.ts';
import {
  AFTER_DOWNTIME,
  mayDiffer,
  recordedWeek,
  sameShown,
  TOLERANCES,
  type WeekStep,
  weekSettings,
} from './helpers-week.ts';

const week = recordedWeek();
/** The short form plays the first day of the week, the long one all of it with the downtime. */
const HOURS = seeds(24, Number.POSITIVE_INFINITY);
const hoursSince = (from: string, { at }: WeekStep): number =>
  (Date.parse(at) - Date.parse(from)) / 3_600_000;
const backAt = week.steps.find((step) => step.do === 'start')?.at ?? '';
const played = week.steps.filter((step) => hoursSince(week.start, step) < HOURS);

/** Plays the week on a server whose clock goes from step to step. */
class WeekPlay {
  readonly differences: string[] = [];
  private readonly folder = tempFolder();
  private readonly clock = new SteppedClock(week.start);
  private readonly expected = new Map<string, unknown>();
  private home: TestHub | undefined;
  private readonly given = new Map<string, string>();

  constructor() {
    writeFileSync(join(this.folder, 'hearth.yaml'), weekSettings());
  }

  async start(): Promise<void> {
    this.home = await startTestHub({ 'home.time_zone': week.time_zone }, this.folder, this.clock);
  }

  async stop(): Promise<void> {
    await this.home?.stop();
    this.home = undefined;
  }

  async play(step: WeekStep): Promise<void> {
    this.clock.advance(Date.parse(step.at) - this.clock.now());
    if (step.do === 'stop') return this.stop();
    if (step.do === 'start') await this.start();
    for (const [entity, state] of step.set ?? [])
      await this.home?.rest('POST', `/api/states/${entity}`, { state, attributes: week.sources[entity] });
    for (const [domain, service, data] of step.call ?? [])
      await this.home?.rest('POST', `/api/services/${domain}/${service}`, data);
    for (const [key, value] of Object.entries(step.shows ?? {})) this.expected.set(key, value);
    await this.compare(step);
  }

  private async compare(step: WeekStep): Promise<void> {
    let wrong = await this.wrong(step);
    const most = step.do === 'start' ? 100 : 3;
    for (let tries = 0; wrong.size > 0 && tries < most; tries += 1) {
      await pause(step.do === 'start' ? 30 : 5);
      wrong = await this.wrong(step);
    }
    for (const [key, text] of wrong)
      if (this.given.get(key) !== text) this.differences.push(`${step.at} ${key}: ${text}`);
    this.given.clear();
    for (const [key, text] of wrong) this.given.set(key, text);
  }

  private async wrong(step: WeekStep): Promise<ReadonlyMap<string, string>> {
    const hours = hoursSince(backAt, step);
    const { json } = await (this.home as TestHub).rest('GET', '/api/states');
    const states = new Map<string, { state: string; attributes: Record<string, unknown> }>();
    for (const one of json) states.set(one.entity_id.replace(/^sensor\./, ''), one);
    const wrong = new Map<string, string>();
    for (const [key, theirs] of this.expected) {
      const [name = '', attribute] = key.split(':');
      const found = states.get(name);
      const ours = attribute === undefined ? found?.state : found?.attributes[attribute];
      if (hours >= 0 && mayDiffer(key, hours)) continue;
      if (!sameShown(ours, theirs, TOLERANCES[key] ?? 1e-6))
        wrong.set(key, `${JSON.stringify(ours)} instead of ${JSON.stringify(theirs)}`);
    }
    return wrong;
  }
}

test('tolerances and differences name values that exist', () => {
  const names = new Set(week.steps.flatMap(({ shows = {} }) => Object.keys(shows)));
  const listed = [...Object.keys(TOLERANCES), ...AFTER_DOWNTIME.flatMap((one) => one.names)];
  expect(listed.filter((name) => !names.has(name))).toEqual([]);
});

test('helpers show what those of Home Assistant show during a week with downtime', async () => {
  const play = new WeekPlay();
  await play.start();
  for (const step of played) await play.play(step);
  await play.stop();
  expect(play.differences).toEqual([]);
}, 300_000);
