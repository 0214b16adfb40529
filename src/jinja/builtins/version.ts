import { callable } from '../values/call.ts';
import type { Callable, Value } from '../values/context.ts';
import { TemplateFailure, valueError } from '../values/failure.ts';
import { isNumeric } from '../values/number.ts';
import { str, stringRepr } from '../values/printing.ts';
import { textOf } from '../values/protocol.ts';
import { type Key, PyObject } from '../values/py-object.ts';
import { spend } from '../values/work-meter.ts';

/** Version schemes, in the order in which they are tried. */
const STRATEGIES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['SpecialContainer', /^(?:latest|dev|stable|beta)$/],
  ['HexVer', /^0x[\da-f]+$/i],
  ['BuildVer', /^\d+$/],
  [
    'CalVer',
    /^(?:\d{4}|\d{2})\.(?:0?\d|1\d|2\d|3\d)(?:\.\d{1,2}){0,2}(?:\.?(?:a|b|rc|dev)\d*)?(?:\.dev\d+)?$/,
  ],
  ['SemVer', /^\d+\.\d+\.\d+(?:-[\da-z-]+(?:\.[\da-z-]+)*)?(?:\+[\da-z-]+(?:\.[\da-z-]+)*)?$/i],
  ['PEP 440', /^(?:\d+!)?\d+(?:\.\d+)*(?:(?:a|b|rc)\d+)?(?:\.post\d+)?(?:\.dev\d+)?$/],
  ['SimpleVer', /^\d+(?:\.\d+)*[.-]?(?:(?:a|alpha|b|beta|rc|dev)\.?\d*)?$/i],
];
/** The longest version text: the patterns below are not made for more. */
const MAX_LENGTH = 255;
const CONTAINERS = ['stable', 'beta', 'latest', 'dev'];
const MODIFIERS = ['dev', 'alpha', 'beta', 'rc'];
const LONG: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta', d: 'dev' };

/** A version that can be compared with versions and text. */
class Version extends PyObject {
  readonly raw: string;
  private readonly plain: string;
  readonly strategy: string;

  constructor(raw: string) {
    super();
    this.raw = raw;
    this.plain = raw.trim().replace(/^v(?=\d)/i, '');
    if (raw.length > MAX_LENGTH) throw valueError(`a version of ${raw.length} characters is too long`);
    spend(8);
    this.strategy = STRATEGIES.find(([, pattern]) => pattern.test(this.plain))?.[0] ?? 'unknown';
  }

  override get typeName(): string {
    return 'AwesomeVersion';
  }

  /** The numbers before any modifier. */
  get sections(): readonly number[] {
    if (this.strategy === 'HexVer') return [Number.parseInt(this.plain, 16)];
    const numbers = /^(?:\d+!)?(\d+(?:\.\d+)*)/.exec(this.plain)?.[1];
    return numbers === undefined ? [] : numbers.split('.').map(Number);
  }

  /** `b0`, `rc1`, `dev20240101`, `beta.2`. */
  get modifier(): string | undefined {
    return /[\d.-](?:((?:alpha|beta|rc|dev|a|b|d)[.\d]*)|-([\da-z.-]+))(?:\+.*)?$/i
      .exec(this.plain)
      ?.slice(1)
      .find(Boolean);
  }

  private get modifierType(): string | undefined {
    const word = /^[a-z]+/i.exec(this.modifier ?? '')?.[0].toLowerCase();
    return word === undefined ? undefined : (LONG[word] ?? word);
  }

  private section(at: number): Value {
    const number = this.sections[at];
    if (this.strategy === 'unknown' || this.strategy === 'SpecialContainer') return null;
    return number === undefined ? null : new Version(String(number));
  }

  override attribute(name: string): Value {
    switch (name) {
      case 'major':
        return this.section(0);
      case 'minor':
        return this.section(1);
      case 'patch':
        return this.section(2);
      case 'alpha':
      case 'beta':
      case 'dev':
        return this.modifierType === name || this.plain === name;
      case 'release_candidate':
        return this.modifierType === 'rc';
      case 'modifier':
        return this.modifier ?? null;
      case 'modifier_type':
        return this.modifierType ?? null;
      case 'string':
        return this.plain;
      case 'prefix':
        return this.raw.length > this.plain.length ? this.raw.charAt(0) : null;
      case 'sections':
        return this.sections.length;
      case 'simple':
        return /^\d+(?:\.\d+)*$/.test(this.plain);
      case 'valid':
        return this.strategy !== 'unknown';
      case 'strategy':
        return this.strategy;
      case 'year':
        return this.strategy === 'CalVer' ? (this.sections[0] ?? null) : null;
      default:
        return undefined;
    }
  }

  override size(): number {
    return this.raw.length;
  }

  override text(): string {
    return this.raw;
  }

  override repr(): string {
    return `<AwesomeVersion ${this.strategy} ${stringRepr(this.raw)}>`;
  }

  override hash(): Key {
    return this.raw;
  }

  override equals(other: Value): boolean {
    return versionOf(other).plain === this.plain;
  }

  override order(other: Value): number {
    const right = versionOf(other);
    if (this.plain === right.plain) return 0;
    const [a, b] = [this.strategy, right.strategy];
    if (a === 'unknown' || b === 'unknown') {
      throw new TemplateFailure(
        'AwesomeVersionCompareException',
        `Can't compare ${this.shown} and ${right.shown}`,
      );
    }
    if (a === 'SpecialContainer' || b === 'SpecialContainer') {
      return CONTAINERS.indexOf(this.plain) - CONTAINERS.indexOf(right.plain);
    }
    return orderSections(this.sections, right.sections) || orderModifiers(this, right);
  }

  private get shown(): string {
    return `<${this.strategy} ${this.raw}>`;
  }

  /** The order of modifiers: dev, alpha, beta, rc, none; then their number. */
  get rank(): readonly [number, number] {
    const type = this.modifierType;
    if (type === undefined) return [MODIFIERS.length, 0];
    return [Math.max(0, MODIFIERS.indexOf(type)), Number(/(\d+)\D*$/.exec(this.modifier ?? '')?.[1] ?? 0)];
  }

  override json(): Value {
    return this.raw;
  }
}

function orderSections(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function orderModifiers(a: Version, b: Version): number {
  return a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1];
}

function versionOf(value: Value): Version {
  if (value instanceof Version) return value;
  if (textOf(value) !== undefined || isNumeric(value)) return new Version(str(value));
  throw new TemplateFailure('AwesomeVersionCompareException', 'Not a valid AwesomeVersion object');
}

export const VERSION: Callable = callable('version(value)', (_context, value) => new Version(str(value)));
