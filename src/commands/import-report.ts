import { OUTCOMES, type Outcome, type Report, type ReportEntry } from '../import/report.ts';

const TITLES: Readonly<Record<Outcome, string>> = {
  imported: 'Imported',
  partial: 'Partially imported',
  waiting: 'Waiting for an integration',
  skipped: 'Skipped on purpose',
};
const WIDTH = 100;

/** The report of an import as text: every entry by name, those that are not complete with the reason. */
export function reportText(report: Report): string {
  const sections = OUTCOMES.map((outcome) => section(report, outcome)).filter((text) => text !== '');
  const off = report.entries.filter(({ needsApproval }) => needsApproval);
  if (off.length > 0)
    sections.push(`Off until you approve it (${off.length})\n${off.map((entry) => line(entry)).join('')}`);
  return sections.join('\n');
}

function section(report: Report, outcome: Outcome): string {
  const kinds = report.byKind(outcome);
  const count = [...kinds.values()].reduce((all, entries) => all + entries.length, 0);
  if (count === 0) return '';
  const parts = [...kinds].map(([kind, entries]) =>
    outcome === 'imported' ? names(kind, entries) : entries.map(line).join(''),
  );
  return `${TITLES[outcome]} (${count})\n${parts.join('')}`;
}

function line({ kind, name, reason }: ReportEntry): string {
  return `  ${kind} ${printable(name)}${reason === undefined ? '' : `: ${printable(reason)}`}\n`;
}

/** The names of one kind in lines of limited width. */
function names(kind: string, entries: readonly ReportEntry[]): string {
  let text = `  ${kind} (${entries.length}):`;
  let length = text.length;
  for (const [index, { name }] of entries.entries()) {
    const word = ` ${printable(name)}${index + 1 < entries.length ? ',' : ''}`;
    const breaks = length + word.length > WIDTH;
    text += breaks ? `\n   ${word}` : word;
    length = breaks ? word.length + 3 : length + word.length;
  }
  return `${text}\n`;
}

/** Names come from another server: they must not contain line breaks or terminal codes. */
function printable(text: string): string {
  return text.replace(/\p{C}/gu, ' ');
}
