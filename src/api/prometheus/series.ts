import { metricName } from './metric-name.ts';

/** The labels of a series; null becomes the text `None`, as in Home Assistant. */
export type Labels = Readonly<Record<string, string | null>>;

/** One value of a series. */
export interface Sample {
  /** The name without the namespace. */
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
  readonly isCounter?: true;
}

/** Groups samples by name and writes them in Prometheus's text format. */
export class Exposition {
  private readonly prefix: string;
  private readonly families = new Map<string, { readonly type: string; readonly lines: string[] }>();

  /** `namespace` precedes all names, with an underscore; empty for none. */
  constructor(namespace: string) {
    this.prefix = namespace === '' ? '' : `${namespace}_`;
  }

  /** Adds a sample under the namespace. */
  add(sample: Sample): void {
    this.addAs(metricName(this.prefix + sample.name), sample);
  }

  /** Adds a sample under its own name, such as those of the process. */
  addAs(name: string, { labels, value, isCounter }: Sample): void {
    let family = this.families.get(name);
    if (family === undefined) {
      family = { type: isCounter === true ? 'counter' : 'gauge', lines: [] };
      this.families.set(name, family);
    }
    family.lines.push(`${name}${labelText(labels)} ${numberText(value)}`);
  }

  toString(): string {
    const lines: string[] = [];
    for (const [name, { type, lines: own }] of this.families) lines.push(`# TYPE ${name} ${type}`, ...own);
    return `${lines.join('\n')}\n`;
  }
}

function labelText(labels: Labels): string {
  const names = Object.keys(labels).sort();
  if (names.length === 0) return '';
  return `{${names.map((name) => `${name}="${escaped(labels[name] ?? 'None')}"`).join(',')}}`;
}

function escaped(text: string): string {
  return /[\\"\n]/.test(text)
    ? text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
    : text;
}

/** Whole numbers have a decimal, as in Home Assistant. */
function numberText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return `${value}.0`;
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}
