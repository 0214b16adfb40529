/** Products in the field of 256 elements that QR codes count in [ISO/IEC 18004 §7.5]. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

/** The polynomial whose roots are the first powers of two, without its leading one. */
function divisorOf(degree: number): number[] {
  const divisor = new Array<number>(degree).fill(0);
  divisor[degree - 1] = 1;
  let root = 1;
  for (let power = 0; power < degree; power += 1) {
    for (let at = 0; at < degree; at += 1)
      divisor[at] = times(divisor[at] ?? 0, root) ^ (divisor[at + 1] ?? 0);
    root = times(root, 2);
  }
  return divisor;
}

/** The bytes that let a reader mend so many halves of them in `data`. */
export function correctionOf(data: readonly number[], count: number): number[] {
  const divisor = divisorOf(count);
  let rest = new Array<number>(count).fill(0);
  for (const byte of data) {
    const [first = 0, ...others] = rest;
    const factor = byte ^ first;
    rest = divisor.map((one, at) => (others[at] ?? 0) ^ times(one, factor));
  }
  return rest;
}
