import { mdiLightbulbGroup } from '@mdi/js';
import { percent } from '../parts/number-text.ts';
import { type Entity, nameOf } from '../state/entity.ts';
import type { HomeStore, Order } from '../state/home-store.ts';
import type { TextKey } from '../texts/catalog.ts';
import { say } from '../texts/say.ts';
import type { Finding } from './finding.ts';
import { sortWords } from './home-findings.ts';
import { rankIn } from './search-index.ts';
import { VERBS, WARMTHS, type Wish, type WishWords } from './wish.ts';
import { orderOf } from './wish-orders.ts';

/** The words for wishes in the language of the app. */
export function wishWords(): WishWords {
  const words = (key: TextKey): readonly string[] => say(key).split('|');
  return {
    ...(Object.fromEntries(
      [...VERBS, ...WARMTHS].map((name) => [name, words(`search.words_${name}`)]),
    ) as unknown as WishWords),
    percent: words('search.words_percent'),
    degrees: words('search.words_degrees'),
    filler: words('search.words_filler'),
  };
}

/** What fulfills a wish: the best entities that can, and the lights of an area. */
export function wishFindings(home: HomeStore, wish: Wish, max: number): readonly Finding[] {
  const found: { readonly finding: Finding; readonly rank: number }[] = [];
  for (const { area_id: id, name } of home.places.areas.values()) {
    const rank = rankIn(name, sortWords('light'), wish.name);
    const finding = rank === undefined ? undefined : lightsOf(home, { id, name }, wish);
    if (rank !== undefined && finding !== undefined) found.push({ finding, rank });
  }
  for (const { entity_id: id } of home.all()) {
    const entity = home.entity(id);
    if (entity === undefined || home.places.entries.get(id)?.isHidden === true) continue;
    const area = home.areaOf(id)?.name ?? '';
    const rank = rankIn(nameOf(entity), `${area} ${id} ${sortWords(entity.domain)}`, wish.name);
    const call = rank === undefined || !home.mayControl(id) ? undefined : orderOf(entity, wish);
    if (rank !== undefined && call !== undefined)
      found.push({ finding: orderFinding(entity, { ...call, target: id }, wish, area), rank });
  }
  return found
    .sort((a, b) => a.rank - b.rank || a.finding.name.length - b.finding.name.length)
    .slice(0, max)
    .map(({ finding }) => finding);
}

function orderFinding(entity: Entity, order: Order, wish: Wish, area: string): Finding {
  return {
    key: `order:${entity.entity_id}`,
    name: say('search.order', { name: nameOf(entity), wish: wishText(wish, entity.domain) }),
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
  wish: Wish,
): Finding | undefined {
  const targets: string[] = [];
  let order: ReturnType<typeof orderOf>;
  for (const { entity_id: id, domain } of home.all()) {
    if (domain !== 'light' || home.areaOf(id)?.area_id !== area.id || !home.mayControl(id)) continue;
    const entity = home.entity(id);
    const call =
      entity === undefined || home.places.entries.get(id)?.isHidden === true
        ? undefined
        : orderOf(entity, wish);
    if (call === undefined) continue;
    order ??= call;
    targets.push(id);
  }
  if (order === undefined) return undefined;
  return {
    key: `order:area:${area.id}`,
    name: say('search.order', {
      name: `${area.name}: ${say('search.lights', { count: targets.length })}`,
      wish: wishText(wish, 'light'),
    }),
    detail: '',
    sort: say('search.action'),
    iconPath: mdiLightbulbGroup,
    choice: { kind: 'order', order: { ...order, target: targets } },
  };
}

function wishText({ value, verb, warmth }: Wish, domain: string): string {
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
