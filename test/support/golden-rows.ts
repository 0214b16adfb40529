import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Values } from '../../src/domains/definition/define-domain.ts';
import type { DomainEntity } from './domain-entity.ts';

type Call = readonly [domain: string, service: string, data: Values];

/** The requirements of a row for its entity. */
interface Needs {
  readonly domain?: string;
  readonly supported_color_modes_any?: readonly string[];
  readonly supported_color_modes_all?: readonly string[];
  readonly supported_color_modes_none?: readonly string[];
  readonly features_all?: readonly number[];
  readonly features_none?: readonly number[];
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
  readonly equals?: Values;
  readonly contains?: Readonly<Record<string, unknown>>;
  readonly contains_not?: Readonly<Record<string, unknown>>;
  readonly at_least?: Readonly<Record<string, number>>;
  readonly at_most?: Readonly<Record<string, number>>;
  readonly state_in?: readonly string[];
}

/** A value from one of the entity's own lists, under `$pick` or the name in `as`. */
interface Pick {
  readonly attr: string;
  readonly at?: number;
  readonly not?: readonly unknown[];
  readonly as?: string;
  readonly least?: number;
}

/** A line of `domain-behaviour.jsonl`; the format is described next to the recordings. */
export interface BehaviorRow {
  readonly id: string;
  readonly needs: Needs | readonly Needs[];
  readonly pick?: Pick | readonly Pick[];
  readonly before?: readonly unknown[];
  readonly call: Call;
  readonly watch?: string;
  readonly expect: {
    readonly state_like?: string;
    readonly status: number | readonly number[];
    readonly state?: string;
    readonly state_in?: readonly string[];
    readonly state_not?: string;
    readonly attributes?: Values;
    readonly absent?: readonly string[];
  };
}

/** The recorded rows whose calls only address one entity of this domain. */
export function behaviorRows(domain: string): readonly BehaviorRow[] {
  const rows = readFileSync(new URL('../golden/domain-behaviour.jsonl', import.meta.url), 'utf8');
  return rows
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as BehaviorRow)
    .filter((row) => !Array.isArray(row.needs) && row.watch === undefined)
    .filter((row) =>
      [row.call, ...callsBefore(row)].every((call) => call[0] === domain && plainData(call[2])),
    )
    .filter((row) => (row.needs as Needs).domain === domain);
}

function plainData(data: Values): boolean {
  return !Object.keys(data).includes('entity_id') && !JSON.stringify(data).includes('$entity');
}

/** Calls that establish the initial state; waits are skipped, since commands are carried out at once. */
function callsBefore(row: BehaviorRow): readonly Call[] {
  return (row.before ?? []).flatMap((step) => {
    if (Array.isArray(step)) return [step as unknown as Call];
    const { call } = step as { call?: Call };
    return call === undefined ? [] : [call];
  });
}

/** Whether the row applies to this entity. */
function fits(entity: DomainEntity, needs: Needs): boolean {
  const { attributes } = entity;
  const modes = (attributes.supported_color_modes ?? []) as readonly string[];
  const bits = (attributes.supported_features ?? 0) as number;
  const list = (name: string): readonly unknown[] => (attributes[name] ?? []) as readonly unknown[];
  const pairs = <T>(record: Readonly<Record<string, T>> | undefined): [string, T][] =>
    Object.entries(record ?? {});
  return (
    (needs.supported_color_modes_any?.some((mode) => modes.includes(mode)) ?? true) &&
    (needs.supported_color_modes_all?.every((mode) => modes.includes(mode)) ?? true) &&
    !needs.supported_color_modes_none?.some((mode) => modes.includes(mode)) &&
    (needs.features_all?.every((mask) => (bits & mask) === mask) ?? true) &&
    !needs.features_none?.some((mask) => (bits & mask) === mask) &&
    (needs.has?.every((name) => attributes[name] !== undefined) ?? true) &&
    !needs.lacks?.some((name) => attributes[name] !== undefined) &&
    pairs(needs.equals).every(([name, value]) => attributes[name] === value) &&
    pairs(needs.contains).every(([name, value]) => [value].flat().every((one) => list(name).includes(one))) &&
    !pairs(needs.contains_not).some(([name, value]) =>
      [value].flat().some((one) => list(name).includes(one)),
    ) &&
    pairs(needs.at_least).every(([name, value]) => (attributes[name] as number) >= value) &&
    pairs(needs.at_most).every(([name, value]) => (attributes[name] as number) <= value) &&
    (needs.state_in?.includes(entity.state) ?? true)
  );
}

/** Replays a row on the first suitable entity and compares the outcome. */
export function tryRow(recorded: BehaviorRow, makes: readonly (() => DomainEntity)[]): void {
  const picks = [recorded.pick ?? []].flat() as readonly Pick[];
  const found = makes
    .map((make) => make())
    .find(
      (entity) =>
        fits(entity, recorded.needs as Needs) && picks.every((pick) => choices(entity, pick).length > 0),
    );
  if (found === undefined) throw new Error(`no entity fits ${JSON.stringify(recorded.needs)}`);
  const row = withPicks(recorded, found, picks);
  for (const [, service, data] of callsBefore(row)) found.call(service, data);
  const act = (): unknown => found.call(row.call[1], row.call[2]);
  if ([row.expect.status].flat()[0] === 200) act();
  else expect(act).toThrow();
  const { state, state_in, state_not, state_like, attributes, absent = [] } = row.expect;
  if (state !== undefined) expect(found.state).toBe(state);
  if (state_in !== undefined) expect(state_in).toContain(found.state);
  if (state_not !== undefined) expect(found.state).not.toBe(state_not);
  if (state_like !== undefined) expect(found.state).toMatch(new RegExp(state_like));
  expect(found.attributes).toMatchObject(attributes ?? {});
  for (const name of absent) expect(found.attributes).not.toHaveProperty(name);
}

function choices(entity: DomainEntity, { attr, not = [], least = 1 }: Pick): readonly unknown[] {
  const list = (entity.attributes[attr] ?? []) as readonly unknown[];
  return list.length < least ? [] : list.filter((one) => !not.includes(one));
}

/** The row with placeholders replaced by picked values. */
function withPicks(row: BehaviorRow, entity: DomainEntity, picks: readonly Pick[]): BehaviorRow {
  let text = JSON.stringify(row);
  for (const pick of picks) {
    const value = choices(entity, pick).at(pick.at ?? 0);
    text = text.replaceAll(JSON.stringify(`$${pick.as ?? 'pick'}`), JSON.stringify(value));
  }
  return JSON.parse(text) as BehaviorRow;
}
