import type { Path } from './config-problem.ts';
import type { Mentions } from './mentions.ts';

/** The helpers of parsers. */
export interface ParseHelp {
  /** Throws `ConfigProblem` for an invalid template. */
  checkTemplate(text: string, path: Path): void;
  /** Collects what the configuration mentions. */
  readonly mentions: Mentions;
}
