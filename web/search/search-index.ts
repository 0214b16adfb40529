/** The texts of something that can be found. */
interface Named {
  readonly name: string;
  readonly detail: string;
  readonly sort: string;
}

/** A finding with the texts it is found by. */
interface Indexed<T> {
  readonly finding: T;
  readonly name: string;
  readonly whole: string;
  /** The place of its kind among equally good findings; lower is better. */
  readonly order: number;
}

/** A finding, further words it is found by, and the place of its kind among equally good ones. */
export interface Source<T> {
  readonly finding: T;
  readonly words: string;
  readonly order: number;
}

/** What the search can find, prepared so that each letter typed costs a few milliseconds at most. */
export class SearchIndex<T extends Named> {
  private readonly all: readonly Indexed<T>[];

  constructor(sources: Iterable<Source<T>>) {
    this.all = [...sources].map(({ finding, words, order }) => ({
      finding,
      name: simple(finding.name),
      whole: simple(`${finding.name} ${finding.detail} ${finding.sort} ${words}`),
      order,
    }));
  }

  /** The best findings that contain every word of a text, the best first; none for an empty text. */
  find(text: string, max: number): readonly T[] {
    const wanted = simple(text);
    if (wanted === '') return [];
    const words = wanted.split(/\s+/);
    const ranked: { readonly one: Indexed<T>; readonly rank: number }[] = [];
    for (const one of this.all)
      if (words.every((word) => one.whole.includes(word)))
        ranked.push({ one, rank: rankOf(one.name, wanted, words) * 10 + one.order });
    ranked.sort((a, b) => a.rank - b.rank || a.one.name.length - b.one.name.length);
    return ranked.slice(0, max).map(({ one }) => one.finding);
  }
}

/** How well a text names something: 0 if it is the name, up to 5; undefined if words are missing. */
export function rankIn(name: string, others: string, text: string): number | undefined {
  const wanted = simple(text);
  const whole = simple(`${name} ${others}`);
  const words = wanted.split(/\s+/);
  return words.every((word) => whole.includes(word)) ? rankOf(simple(name), wanted, words) : undefined;
}

function rankOf(name: string, wanted: string, words: readonly string[]): number {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (` ${name}`.includes(` ${wanted}`)) return 2;
  if (words.every((word) => ` ${name}`.includes(` ${word}`))) return 3;
  return words.every((word) => name.includes(word)) ? 4 : 5;
}

/** Lower case without accents and punctuation of IDs: "kuche" finds "Küche". */
export function simple(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('_', ' ');
}
