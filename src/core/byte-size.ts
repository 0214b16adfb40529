const UNITS: Readonly<Record<string, number>> = { kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** The bytes of a size such as `500 MB` or `1.5 GB`; undefined for anything else. */
export function parseSize(text: string): number | undefined {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?) ?(kB|MB|GB|TB)$/.exec(text.trim()) ?? [];
  const factor = UNITS[unit];
  return factor === undefined ? undefined : Number(number) * factor;
}

/** A number of bytes as people read it, such as `1.5 GB`. */
export function sizeText(bytes: number): string {
  for (const unit of ['TB', 'GB', 'MB'])
    if (bytes >= (UNITS[unit] ?? 1)) return `${Math.round((bytes / (UNITS[unit] ?? 1)) * 10) / 10} ${unit}`;
  return `${Math.round(bytes / 1e3)} kB`;
}
