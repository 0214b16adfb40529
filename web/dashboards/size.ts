import type { CardKind } from './card-kind.ts';
import { type Config, textIn } from './config.ts';

const USUAL = 4;

/** The estimated height of a card, to distribute cards over columns. */
export function sizeOf(config: Config, kindOf: (type: string) => CardKind | undefined): number {
  return kindOf(textIn(config.type) ?? '')?.size?.(config) ?? USUAL;
}
