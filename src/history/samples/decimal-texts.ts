import { type DecimalForm, decimalText } from './decimal.ts';
import { bitLength } from './symbol-writer.ts';

/** The texts of mantissas; equal ones nearly always share one string. Faster than a Map from mantissas. */
export class DecimalTexts {
  private readonly form: DecimalForm;
  private readonly mask: number;
  private readonly mantissas: Float64Array;
  private readonly texts: string[];

  /** For at most `count` mantissas. */
  constructor(form: DecimalForm, count: number) {
    const size = 2 ** bitLength(count);
    this.form = form;
    this.mask = size - 1;
    this.mantissas = new Float64Array(size).fill(Number.NaN);
    this.texts = Array<string>(size).fill('');
  }

  /** The text of a mantissa. */
  of(mantissa: number): string {
    const slot = mantissa & this.mask;
    if (this.mantissas[slot] !== mantissa) {
      this.mantissas[slot] = mantissa;
      this.texts[slot] = decimalText(mantissa, this.form);
    }
    return this.texts[slot] ?? '';
  }
}
