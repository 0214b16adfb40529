import { type MessageKey, message } from '../../core/messages.ts';
import { type ConfigProblem, configFault, type Path, wrongValue } from './config-problem.ts';

/** The spoken text for each slot. */
export type Slots = Readonly<Record<string, string>>;

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'space' }
  | { readonly kind: 'slot'; readonly name: string }
  | { readonly kind: 'choice'; readonly choices: readonly (readonly Node[])[] };

const MAX_LENGTH = 500;
const MAX_NODES = 300;
const PUNCTUATION = /[.。,，?¿？؟!！;；:：]/;
const SLOT = /^[a-zA-Z_]\w*$/;

/** A sentence pattern: `[optional] (one|another) {slot}`. */
export interface Sentence {
  /** The slots' values; undefined if the sentence does not match. */
  match(sentence: string): Slots | undefined;
}

/** Parses a configured sentence. Throws `ConfigProblem`. */
export function parseSentence(text: string, path: Path): Sentence {
  if (text.trim() === '' || text.length > MAX_LENGTH)
    throw wrongValue(message('expects_sentence', { max: MAX_LENGTH }), text, path);
  if (PUNCTUATION.test(text)) throw configFault('sentence_with_punctuation', path);
  const nodes = new Reader(text, path).read();
  return { match: (sentence) => matchWhole(nodes, sentence) };
}

class Reader {
  private readonly text: string;
  private readonly path: Path;
  private at = 0;
  private count = 0;

  constructor(text: string, path: Path) {
    this.text = text.trim();
    this.path = path;
  }

  read(): readonly Node[] {
    const nodes = this.choices('');
    if (this.at < this.text.length) throw this.wrong('sentence_unopened', this.text[this.at]);
    return nodes.length === 1 ? (nodes[0] ?? []) : [{ kind: 'choice', choices: nodes }];
  }

  /** The alternatives between bars, up to the closing bracket. */
  private choices(close: string): (readonly Node[])[] {
    const choices: Node[][] = [];
    let nodes: Node[] = [];
    while (this.at < this.text.length) {
      const sign = this.text.charAt(this.at);
      if (sign === close) break;
      if (sign === ')' || sign === ']' || sign === '}') break;
      this.count += 1;
      if (this.count > MAX_NODES) throw this.wrong('sentence_too_complex');
      if (sign === '|') {
        this.at += 1;
        choices.push(nodes);
        nodes = [];
      } else nodes.push(this.node(sign));
    }
    choices.push(nodes);
    if (close !== '') {
      if (this.text.charAt(this.at) !== close) throw this.wrong('sentence_unclosed', close);
      this.at += 1;
    }
    return choices;
  }

  private node(sign: string): Node {
    if (sign === '[') {
      this.at += 1;
      return { kind: 'choice', choices: [...this.choices(']'), []] };
    }
    if (sign === '(') {
      this.at += 1;
      return { kind: 'choice', choices: this.choices(')') };
    }
    if (sign === '{') return this.slot();
    if (sign === '<') throw this.wrong('sentence_rule');
    const [run = ''] = /^(?:\s+|[^\s[\](){}|<]+)/.exec(this.text.slice(this.at)) ?? [];
    this.at += Math.max(1, run.length);
    return run.trim() === '' ? { kind: 'space' } : { kind: 'text', text: fold(run) };
  }

  private slot(): Node {
    const end = this.text.indexOf('}', this.at);
    const name = end < 0 ? '' : this.text.slice(this.at + 1, end).trim();
    if (!SLOT.test(name)) throw this.wrong('sentence_unnamed_slot');
    this.at = end + 1;
    return { kind: 'slot', name };
  }

  private wrong(problem: MessageKey, sign = ''): ConfigProblem {
    const sentence = JSON.stringify(this.text);
    return configFault('sentence_problem', this.path, { sentence, problem: message(problem, { sign }) });
  }
}

/** Lower case by character; one character remains one. */
function fold(text: string): string {
  return [...text]
    .map((letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter))
    .join('');
}

/** The nodes still to be matched, as a list with a shared tail. */
interface Rest {
  readonly nodes: readonly Node[];
  readonly index: number;
  readonly next: Rest | undefined;
  readonly id: number;
}

interface Matching {
  readonly text: string;
  readonly folded: string;
  /** Failed pairs of a rest and its start position. */
  readonly dead: Set<number>;
  /** The position from which a rest starting with a slot fails. */
  readonly failedFrom: Map<Rest, number>;
  readonly rests: Map<string, Rest>;
  readonly ids: Map<readonly Node[], number>;
}

function matchWhole(nodes: readonly Node[], sentence: string): Slots | undefined {
  const text = sentence.replace(new RegExp(PUNCTUATION.source, 'g'), ' ').replace(/\s+/g, ' ').trim();
  if (text === '' || text.length > MAX_LENGTH) return undefined;
  const on: Matching = {
    text,
    folded: fold(text),
    dead: new Set(),
    failedFrom: new Map(),
    rests: new Map(),
    ids: new Map(),
  };
  const slots = matchFrom(on, restOf(on, nodes, 0, undefined), 0);
  return slots === undefined ? undefined : Object.fromEntries(slots);
}

function restOf(
  on: Matching,
  nodes: readonly Node[],
  index: number,
  next: Rest | undefined,
): Rest | undefined {
  if (index >= nodes.length) return next;
  let listId = on.ids.get(nodes);
  if (listId === undefined) {
    listId = on.ids.size;
    on.ids.set(nodes, listId);
  }
  const key = `${listId} ${index} ${next?.id ?? ''}`;
  const known = on.rests.get(key);
  if (known !== undefined) return known;
  const rest: Rest = { nodes, index, next, id: on.rests.size };
  on.rests.set(key, rest);
  return rest;
}

/**
 * The slots from here on, in reverse order; each position is tried once, which bounds the time of a match.
 */
function matchFrom(
  on: Matching,
  rest: Rest | undefined,
  at: number,
): readonly (readonly [string, string])[] | undefined {
  if (rest === undefined) return /\S/.test(on.text.slice(at)) ? undefined : [];
  const key = rest.id * (MAX_LENGTH + 1) + at;
  if (on.dead.has(key)) return undefined;
  const found = matchNode(on, rest, at);
  if (found === undefined) on.dead.add(key);
  return found;
}

function matchNode(on: Matching, rest: Rest, at: number): ReturnType<typeof matchFrom> {
  const node = rest.nodes[rest.index];
  const next = restOf(on, rest.nodes, rest.index + 1, rest.next);
  if (node === undefined) return matchFrom(on, next, at);
  switch (node.kind) {
    case 'text':
      return on.folded.startsWith(node.text, at) ? matchFrom(on, next, at + node.text.length) : undefined;
    case 'space': {
      if (on.text.charAt(at) === ' ') return matchFrom(on, next, at + 1);
      // Around an omitted optional part, the pattern has two blanks and the sentence one.
      const isEdge = at === 0 || at === on.text.length || on.text.charAt(at - 1) === ' ';
      return isEdge ? matchFrom(on, next, at) : undefined;
    }
    case 'choice':
      for (const choice of node.choices) {
        const found = matchFrom(on, restOf(on, choice, 0, next), at);
        if (found !== undefined) return found;
      }
      return undefined;
    default: {
      // A rest that fails here also fails at any later position, whose possible ends are a subset of those
      // here.
      const failed = on.failedFrom.get(rest);
      if (failed !== undefined && at >= failed) return undefined;
      for (let end = at + 1; end <= on.text.length; end += 1) {
        const spoken = on.text.slice(at, end).trim();
        if (spoken === '') continue;
        const found = matchFrom(on, next, end);
        if (found !== undefined) return [[node.name, spoken], ...found];
      }
      on.failedFrom.set(rest, at);
      return undefined;
    }
  }
}
