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
/** Each so many steps are compared; those of the hours after the downtime always. */
const EACH = seeds(9, 1);
const HOURS_AFTER = 2;
const back = week.steps.findIndex((step) => step.do === 'start');
const backAt = Date.parse(week.steps[back]?.at ?? '');
const isSoonAfter = ({ at }: WeekStep): boolean =>
  Date.parse(at) >= backAt && Date.parse(at) - backAt < HOURS_AFTER * 3_600_000;
/** The short form ends two hours after the downtime, in the middle of the week. */
const played = week.steps.filter((step) => seeds(Date.parse(step.at) < backAt || isSoonAfter(step), true));

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
    if (isSoonAfter(step) || week.steps.indexOf(step) % EACH === 0) await this.compare(step);
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
    const hours =
      Date.parse(step.at) < backAt ? Number.POSITIVE_INFINITY : (Date.parse(step.at) - backAt) / 3_600_000;
    const { json } = await (this.home as TestHub).rest('GET', '/api/states');
    const states = new Map<string, { state: string; attributes: Record<string, unknown> }>();
    for (const one of json) states.set(one.entity_id.replace(/^sensor\./, ''), one);
    const wrong = new Map<string, string>();
    for (const [key, theirs] of this.expected) {
      const [name = '', attribute] = key.split(':');
      const found = states.get(name);
      const ours = attribute === undefined ? found?.state : found?.attributes[attribute];
      if (mayDiffer(key, hours)) continue;
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
});
