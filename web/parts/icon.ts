import { mdiChevronRight } from '@mdi/js';
import { html, svg, type TemplateResult } from 'lit';

/** An icon; decorative, so its meaning must be in a text next to it. */
export function icon(path: string): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${path}></path>`}</svg>`;
}

/** The arrow of a row that links to another page. */
export function chevron(): TemplateResult {
  return html`<svg class="icon onward" viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${mdiChevronRight}></path>`}</svg>`;
}

/** Hearth's logo: a flame under an arch. */
export function mark(): TemplateResult {
  return html`<svg class="mark" viewBox="0 0 64 64" aria-hidden="true">
    ${svg`
      <path class="mark-arch" d="M10 54V31C10 18.300 19.800 8 32 8s22 10.300 22 23v23"></path>
      <path class="mark-flame" d="M32.600 22c1.200 6.600 10.900 10.500 10.900 19.800C43.500 48.600 38.400 54 32 54s-11.500-5.400-11.500-12.200c0-4.400 2.300-7.300 4.500-9.700.5 2.800 1.600 4.600 3.400 5.600-.4-6.200 1-12.200 4.200-15.700z"></path>
    `}
  </svg>`;
}
