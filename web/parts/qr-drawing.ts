import { html, svg, type TemplateResult } from 'lit';
import { encodeQR } from 'qr';

const QUIET_ZONE = 4;

/** A QR code, dark on light in every theme so that all cameras read it. */
export function qrDrawing(text: string, label: string): TemplateResult {
  const { size, path } = qrPath(text);
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${label}>
    ${svg`<rect class="qr-light" width=${size} height=${size}></rect><path class="qr-dark" d=${path}></path>`}
  </svg>`;
}

/** The dark modules of a QR code as an SVG path, one rectangle per run, and its size with the quiet zone. */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const runs = rows.flatMap((row, y) => {
    const modules = row.map((isDark) => (isDark ? '1' : '0')).join('');
    return [...modules.matchAll(/1+/g)].map(
      ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    );
  });
  return { size: rows.length, path: runs.join('') };
}
