import { spend } from './work-meter.ts';

/** The code points of a text. */
export function codesOf(text: string): Int32Array {
  const codes = new Int32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if ((at & 4095) === 0) spend(128);
    const code = text.codePointAt(at) ?? 0;
    codes[count] = code;
    count += 1;
    if (code > 0xffff) at += 1;
  }
  return count === text.length ? codes : codes.slice(0, count);
}
