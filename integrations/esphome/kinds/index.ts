import type { MessageName } from '../protocol/messages.ts';
import { climateKind } from './climate.ts';
import type { Kind } from './kind.ts';
import { lightKind } from './light.ts';
import { mediaPlayerKind } from './media-player.ts';
import { openingKinds } from './openings.ts';
import { otherKinds } from './others.ts';
import { simpleKinds } from './simple.ts';
import { waterHeaterKind } from './water-heater.ts';

/** All kinds of entities. */
export const KINDS: readonly Kind[] = [
  ...simpleKinds,
  ...openingKinds,
  ...otherKinds,
  ...[lightKind, climateKind, mediaPlayerKind, waterHeaterKind],
];

/** The kinds by the message that lists their entities. */
export const byListed: ReadonlyMap<MessageName, Kind> = new Map(KINDS.map((one) => [one.listed, one]));
