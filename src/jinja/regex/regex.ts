import { TemplateFailure } from '../values/failure.ts';
import { spend } from '../values/work-meter.ts';
import { parseRegex } from './parse.ts';
import { compileProgram, type Program } from './program.ts';
import { Search } from './search.ts';

/** A compiled Python regular expression. */
export class Regex {
  readonly groups: number;
  readonly names: ReadonlyMap<string, number>;
  private readonly program: Program;

  constructor(pattern: string, ignoreCase: boolean) {
    if (pattern.length > MAX_PATTERN_LENGTH)
      throw new TemplateFailure('PatternError', 'regular expression is too long');
    spend(8 * pattern.length);
    const parsed = parseRegex(pattern, ignoreCase);
    this.groups = parsed.groups;
    this.names = parsed.names;
    this.program = compileProgram(parsed.node, parsed.groups);
  }

  /** One operation on a text: its searches share a budget of steps. */
  on(text: string): Search {
    return new Search(this.program, text);
  }
}

const MAX_PATTERN_LENGTH = 10_000;
const CACHE_SIZE = 500;
const cache = new Map<string, Regex>();

/** The compiled pattern, cached while in use. */
export function regexOf(pattern: string, ignoreCase: boolean): Regex {
  const key = `${ignoreCase ? 'i' : 'c'}${pattern}`;
  let regex = cache.get(key);
  if (regex === undefined) {
    regex = new Regex(pattern, ignoreCase);
    if (cache.size >= CACHE_SIZE) cache.clear();
    cache.set(key, regex);
  }
  return regex;
}
