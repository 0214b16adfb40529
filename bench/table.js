// Formats the figures as a plain-text table.

/** A figure with three significant digits and its unit. */
export function figure(value, unit) {
  if (value === undefined) return '-';
  if (unit === '/s') {
    if (value < 10_000) return `${Math.round(value)} /s`;
    return `${(value / 1000).toFixed(value < 100_000 ? 1 : 0)} k/s`;
  }
  if (unit === '') return String(value);
  return `${value >= 100 ? Math.round(value) : value.toFixed(value >= 10 ? 1 : 2)} ${unit}`;
}

function cell(best, unit) {
  if (best === undefined) return '-';
  const parts = [figure(best.value, unit)];
  if (best.p50 !== undefined) parts.push(`p50 ${figure(best.p50, 'ms')}`);
  if (best.p99 !== undefined) parts.push(`p99 ${figure(best.p99, 'ms')}`);
  if (best.cpuEach !== undefined) parts.push(`${best.cpuEach.toFixed(1)} µs each`);
  return parts.join('  ');
}

function note(row) {
  const errors = [row.reference?.errors, row.server?.errors].reduce((sum, n) => sum + (n ?? 0), 0);
  const parts = [row.skipped, row.failed, row.server?.note];
  if (errors > 0) parts.push(`${errors} errors`);
  return parts.filter((part) => part !== undefined).join('; ');
}

/** The rows of run.js: one line each under a heading, with notes on the line below. */
export function table(rows) {
  const heading = ['workload', 'reference', 'server', 'of it', 'aim', 'met', 'MB'];
  const lines = rows.map((row) => [
    row.name,
    cell(row.reference, row.unit),
    cell(row.server, row.unit),
    row.ratio === undefined ? '-' : `${Math.round(row.ratio * 100)} %`,
    row.aim ?? '-',
    row.met === undefined ? '-' : row.met ? 'yes' : 'NO',
    [row.reference, row.server].map((best) => best?.memory?.toFixed(0) ?? '-').join(' / '),
  ]);
  const widths = heading.map((_, column) =>
    Math.max(...[heading, ...lines].map((line) => line[column].length)),
  );
  const print = (line) =>
    line
      .map((text, column) => text.padEnd(widths[column]))
      .join('  ')
      .trimEnd();
  const body = lines.flatMap((line, index) => {
    const remark = note(rows[index]);
    return remark === '' ? [print(line)] : [print(line), `  ${remark}`];
  });
  return [print(heading), print(widths.map((width) => '-'.repeat(width))), ...body].join('\n');
}
