import type { CardKind } from '../card-kind.ts';
import { ENERGY_KINDS } from './energy-kinds.ts';
import { ENTITY_KINDS } from './entity-kinds.ts';
import { gaugeKind } from './gauge-kind.ts';
import { HOME_KINDS } from './home-kinds.ts';
import { LIST_KINDS } from './list-kinds.ts';
import { PICTURE_KINDS } from './picture-kinds.ts';
import { PLOT_KINDS } from './plot-kinds.ts';
import { STACK_KINDS } from './stack-kinds.ts';
import { TEXT_KINDS } from './text-kinds.ts';

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
