import '../styles/sparklines.css';
import { html, nothing, svg } from 'lit';
import { LightElement } from '../app/light-element.ts';
import type { NumbersPlot } from '../parts/plot/plot-answer.ts';
import { SPARKLINE_BOX, sparklinePath } from '../parts/plot/sparkline-path.ts';
import type { HomeStore } from '../state/home-store.ts';
import { SPARKLINE_SPAN, SparklineReader } from './sparkline-reader.ts';

const { width, height } = SPARKLINE_BOX;

/** The last hours of a sensor as a small line. Screen readers skip it: the dialog has the numbers. */
export class Sparkline extends LightElement {
  static override properties = {
    home: { attribute: false },
    entityId: { attribute: false },
    plot: { state: true },
  };

  declare home: HomeStore;
  declare entityId: string;
  declare plot: NumbersPlot | undefined;
  private unfollow: (() => void) | undefined;

  constructor() {
    super();
    this.plot = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.follow();
  }

  /** An element that was in the page before its script was loaded has its properties only now. */
  protected override firstUpdated(): void {
    this.follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unfollow?.();
  }

  protected override render() {
    const now = Date.now();
    const path = this.plot === undefined ? '' : sparklinePath(this.plot, now - SPARKLINE_SPAN, now);
    if (path === '') return nothing;
    return html`<svg viewBox="0 0 ${width} ${height}" aria-hidden="true" preserveAspectRatio="none">
      ${svg`<path d=${path}></path>`}
    </svg>`;
  }

  private follow(): void {
    this.unfollow?.();
    if (!this.isConnected) return;
    this.unfollow = SparklineReader.of(this.home).follow(this.entityId, (plot) => {
      this.plot = plot;
    });
  }
}
