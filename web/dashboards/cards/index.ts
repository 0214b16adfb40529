import type { CardKind } from '../card-kind.ts';
import { ENERGY_KINDS } from './energy-cards.ts';
import { ENTITY_KINDS } from './entity-cards.ts';
import { gaugeKind } from './gauge-kind.ts';
import { HOME_KINDS } from './home-cards.ts';
import { LIST_KINDS } from './list-cards.ts';
import { PICTURE_KINDS } from './picture-cards.ts';
import { PLOT_KINDS } from './plot-cards.ts';
import { STACK_KINDS } from './stack-cards.ts';
import { TEXT_KINDS } from './text-cards.ts';

/** All types of cards by name. */
export const CARD_KINDS: Readonly<Record<string, CardKind>> = {
  ...ENTITY_KINDS,
  gauge: gaugeKind,
  ...LIST_KINDS,
  ...PICTURE_KINDS,
  ...STACK_KINDS,
  ...PLOT_KINDS,
  ...TEXT_KINDS,
  ...ENERGY_KINDS,
  ...HOME_KINDS,
};

/** A type of card; undefined if there is none of that name. */
export function cardKind(type: string): CardKind | undefined {
  return Object.hasOwn(CARD_KINDS, type) ? CARD_KINDS[type] : undefined;
}
