import { mdiLightbulbGroup } from '@mdi/js';
import { percent } from '../parts/number-text.ts';
import { type Entity, nameOf } from '../state/entity.ts';
import type { HomeStore, Order } from '../state/home-store.ts';
import type { TextKey } from '../texts/catalog.ts';
import { say } from '../texts/say.ts';
import type { Finding } from './finding.ts';
import { searchTexts } from './home-findings.ts';
import { type Instruction, VERBS, type Vocabulary, WARMTHS } from './instruction.ts';
import { orderOf } from './instruction-calls.ts';
import { rankIn } from './search-index.ts';

/** The words for instructions in the language of the app. */
export function vocabulary(): Vocabulary {
  const words = (key: TextKey): readonly string[] => say(key).split('|');
  return {
    ...(Object.fromEntries(
      [...VERBS, ...WARMTHS].map((name) => [name, words(`search.words_${name}`)]),
    ) as unknown as Vocabulary),
    percent: words('search.words_percent'),
    degrees: words('search.words_degrees'),
    filler: words('search.words_filler'),
  };
}

/** What fulfills a instruction: the best entities that can, and the lights of an area. */
export function instructionFindings(
  home: HomeStore,
  instruction: Instruction,
  max: number,
): readonly Finding[] {
  const found: { readonly finding: Finding; readonly rank: number }[] = [];
  for (const { area_id: id, name } of home.places.areas.values()) {
    const rank = rankIn(name, searchTexts('light'), instruction.name);
    const finding = rank === undefined ? undefined : lightsOf(home, { id, name }, instruction);
    if (rank !== undefined && finding !== undefined) found.push({ finding, rank });
  }
  for (const { entity_id: id } of home.all()) {
    const entity = home.entity(id);
    if (entity === undefined || home.places.entries.get(id)?.isHidden === true) continue;
    const area = home.areaOf(id)?.name ?? '';
    const rank = rankIn(nameOf(entity), `${area} ${id} ${searchTexts(entity.domain)}`, instruction.name);
    const call = rank === undefined || !home.mayControl(id) ? undefined : orderOf(entity, instruction);
    if (rank !== undefined && call !== undefined)
      found.push({ finding: orderFinding(entity, { ...call, target: id }, instruction, area), rank });
  }
  return found
    .sort((a, b) => a.rank - b.rank || a.finding.name.length - b.finding.name.length)
    .slice(0, max)
    .map(({ finding }) => finding);
}

function orderFinding(entity: Entity, order: Order, instruction: Instruction, area: string): Finding {
  return {
    key: `order:${entity.entity_id}`,
    name: say('search.order', {
      name: nameOf(entity),
      instruction: instructionText(instruction, entity.domain),
    }),
    detail: area,
    sort: say('search.action'),
    iconPath: '',
    entityId: entity.entity_id,
    choice: { kind: 'order', order },
  };
}

function lightsOf(
  home: HomeStore,
  area: { readonly id: string; readonly name: string },
  instruction: Instruction,
): Finding | undefined {
  const targets: string[] = [];
  let order: ReturnType<typeof orderOf>;
  for (const { entity_id: id, domain } of home.all()) {
    if (domain !== 'light' || home.areaOf(id)?.area_id !== area.id || !home.mayControl(id)) continue;
    const entity = home.entity(id);
    const call =
      entity === undefined || home.places.entries.get(id)?.isHidden === true
        ? undefined
        : orderOf(entity, instruction);
    if (call === undefined) continue;
    order ??= call;
    targets.push(id);
  }
  if (order === undefined) return undefined;
  return {
    key: `order:area:${area.id}`,
    name: say('search.order', {
      name: say('search.order', {
        name: area.name,
        instruction: say('search.lights', { count: targets.length }),
      }),
      instruction: instructionText(instruction, 'light'),
    }),
    detail: '',
    sort: say('search.action'),
    iconPath: mdiLightbulbGroup,
    choice: { kind: 'order', order: { ...order, target: targets } },
  };
}

function instructionText({ value, verb, warmth }: Instruction, domain: string): string {
  const isDegrees = domain === 'climate' || domain === 'water_heater';
  const isPlain = domain === 'number' || domain === 'input_number';
  const number =
    value === undefined ? [] : [isDegrees ? `${value}°` : isPlain ? String(value) : percent(value / 100)];
  return [
    ...number,
    ...(warmth === undefined ? [] : [say(`search.want_${warmth}`)]),
    ...(verb === undefined || value !== undefined ? [] : [say(`search.want_${verb}`)]),
  ].join(', ');
}
