const MOST_DECIMALS = 10;

/** A mean with as many decimals as the extremes have, which are what the entity reported. */
export function meanText(mean: number, extremes: readonly number[]): string {
  const decimals = Math.max(...extremes.map(decimalsOf));
  return String(Number(mean.toFixed(Math.min(decimals, MOST_DECIMALS))));
}

function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max((digits.split('.')[1]?.length ?? 0) - Number(exponent), 0);
}
