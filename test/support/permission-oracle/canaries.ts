/** The item a canary word belongs to. Callers may read the word only if they may see the item. */
export type Keeper =
  /** An entity, by its registry ID, or by its entity ID if it is not in the registry. */
  | { readonly kind: 'entity' | 'device' | 'area' | 'floor' | 'label' | 'category'; readonly id: string }
  /** Everything: for callers who may read the whole home. */
  | { readonly kind: 'whole_home' }
  | { readonly kind: 'administrators' }
  /** One user and administrators. */
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'owner' }
  | { readonly kind: 'nobody' }
  /** No longer secret. */
  | { readonly kind: 'everybody' };

// A lower-case o does not occur in the IDs (Crockford base 32, hexadecimal) that responses are full of.
const WORD = /zoq[\da-z]{3}q/g;

/** Unique words, so that searching a response tells whose names, IDs, states and secrets it contains. */
export class Canaries {
  private readonly keepers = new Map<string, Keeper>();
  private readonly literals = new Map<string, Keeper>();
  private count = 0;

  /** Creates a word such as `zoq00aq`, which is a valid slug and name. */
  mint(keeper?: Keeper): string {
    this.count += 1;
    const word = `zoq${this.count.toString(36).padStart(3, '0')}q`;
    if (keeper !== undefined) this.keepers.set(word, keeper);
    return word;
  }

  /** Assigns every word in a text to a keeper, even those of another keeper. */
  give(text: string, keeper: Keeper): void {
    for (const word of wordsIn(text)) this.keepers.set(word, keeper);
  }

  /** Registers a secret that the server generated, such as the token of an image. */
  guard(secret: string, keeper: Keeper): void {
    this.literals.set(secret, keeper);
  }

  /** Returns each word and secret in a response that was not in the request, with its keeper. */
  found(answer: string, question: string): Map<string, Keeper> {
    const asked = wordsIn(question);
    const found = new Map<string, Keeper>();
    for (const word of wordsIn(answer)) {
      const keeper = this.keepers.get(word);
      if (keeper !== undefined && !asked.has(word)) found.set(word, keeper);
    }
    for (const [secret, keeper] of this.literals)
      if (answer.includes(secret) && !question.includes(secret)) found.set(secret, keeper);
    return found;
  }
}

function wordsIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(WORD));
}
