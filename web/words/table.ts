import { controls } from './controls.ts';
import { domains } from './domains.ts';
import { entry } from './entry.ts';
import { home } from './home.ts';
import type { INNER } from './inner.ts';
import { teach } from './known.ts';
import { profile } from './profile.ts';
import { security } from './security.ts';
import { shell } from './shell.ts';
import { states } from './states.ts';
import { tokens } from './tokens.ts';

/** All words of the first pages, in each language side by side. */
export const WORDS = {
  ...shell,
  ...entry,
  ...home,
  ...controls,
  ...states,
  ...domains,
  ...profile,
  ...security,
  ...tokens,
} as const;

teach(WORDS);

/** The name of a text. */
export type Word = keyof typeof WORDS | keyof typeof INNER;
