import { html, svg, type TemplateResult } from 'lit';
import { qrCode } from '../qr/qr-code.ts';

const QUIET_ZONE = 4;

/** A text as a QR code, dark on white in every theme, so that each camera reads it. */
export function qrDrawing(text: string, label: string): TemplateResult {
  const rows = qrCode(text);
  const size = rows.length + 2 * QUIET_ZONE;
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${label}>
    ${svg`<rect class="qr-light" width=${size} height=${size}></rect><path class="qr-dark" d=${path(rows)}></path>`}
  </svg>`;
}

/** One stroke for each run of dark squares. */
function path(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      [
        ...row
          .map((isDark) => (isDark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ].map(
        ({ index, 0: run }) => `M${index + QUIET_ZONE} ${y + QUIET_ZONE}h${run.length}v1h-${run.length}z`,
      ),
    )
    .join('');
}
