/** The squares of a QR code while it is drawn: dark or light, and which belong to its fixed patterns. */
export class Grid {
  readonly size: number;
  private readonly dark: Uint8Array;
  private readonly fixed: Uint8Array;

  constructor(size: number) {
    this.size = size;
    this.dark = new Uint8Array(size * size);
    this.fixed = new Uint8Array(size * size);
  }

  copy(): Grid {
    const grid = new Grid(this.size);
    grid.dark.set(this.dark);
    grid.fixed.set(this.fixed);
    return grid;
  }

  isDark(x: number, y: number): boolean {
    return this.dark[y * this.size + x] === 1;
  }

  isFixed(x: number, y: number): boolean {
    return this.fixed[y * this.size + x] === 1;
  }

  set(x: number, y: number, isDark: boolean): void {
    this.dark[y * this.size + x] = isDark ? 1 : 0;
  }

  /** Sets a square of the fixed patterns; outside of the grid nothing happens. */
  fix(x: number, y: number, isDark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.set(x, y, isDark);
    this.fixed[y * this.size + x] = 1;
  }

  /** Turns over each square of the data for which `mask` says so. */
  turn(mask: (x: number, y: number) => boolean): void {
    for (let y = 0; y < this.size; y += 1)
      for (let x = 0; x < this.size; x += 1)
        if (!this.isFixed(x, y) && mask(x, y)) this.set(x, y, !this.isDark(x, y));
  }

  /** Rows, then columns, as texts of `1` (dark) and `0`. */
  lines(): string[] {
    const along = (of: (a: number, b: number) => boolean): string[] =>
      Array.from({ length: this.size }, (_, a) =>
        Array.from({ length: this.size }, (_, b) => (of(a, b) ? '1' : '0')).join(''),
      );
    return [...along((y, x) => this.isDark(x, y)), ...along((x, y) => this.isDark(x, y))];
  }
}
