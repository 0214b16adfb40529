/** A warning or error of the log, as clients list it [frontend facts §9]. Times are seconds since 1970. */
export interface Problem {
  readonly name: string;
  /** The different texts of the same problem, newest last. */
  readonly message: readonly string[];
  readonly level: 'WARNING' | 'ERROR';
  readonly source: readonly [file: string, line: number];
  readonly timestamp: number;
  readonly exception: string;
  readonly count: number;
  readonly first_occurred: number;
}

const LINE = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{3}) (WARN|ERROR) ([^:]*): (.*)$/;
const LEVELS = { WARN: 'WARNING', ERROR: 'ERROR' } as const;
const MAX_PROBLEMS = 50;
const MAX_TEXTS = 5;

/**
 * The problems in the text of an error log since a time in milliseconds since 1970, newest first; those of one part
 * with the same first words are one.
 */
export function problemsIn(text: string, since: number): Problem[] {
  const problems = new Map<string, Problem>();
  let last: string | undefined;
  for (const row of text.split('\n')) {
    const [, date, time, level, name = '', message = ''] = LINE.exec(row) ?? [];
    if (date === undefined) {
      const known = last === undefined ? undefined : problems.get(last);
      if (known !== undefined && last !== undefined && row !== '')
        problems.set(last, { ...known, exception: `${known.exception}${row}\n`.slice(0, 4000) });
      continue;
    }
    const at = Date.parse(`${date}T${time}Z`);
    last = undefined;
    if (at < since) continue;
    // The facts of a line, ` key=value`, differ between occurrences.
    last = `${level} ${name} ${message.replace(/ \w+=.*$/, '')}`;
    const known = problems.get(last);
    problems.delete(last);
    problems.set(last, {
      name,
      message: [...(known?.message ?? []).filter((other) => other !== message), message].slice(-MAX_TEXTS),
      level: LEVELS[level as keyof typeof LEVELS],
      source: [name, 0],
      timestamp: at / 1000,
      exception: '',
      count: (known?.count ?? 0) + 1,
      first_occurred: known?.first_occurred ?? at / 1000,
    });
  }
  return [...problems.values()].reverse().slice(0, MAX_PROBLEMS);
}
