import { html, type TemplateResult } from 'lit';
import { wordOr } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';
import { cssValues } from '../css-values.ts';
import { colorOf, LABEL_COLORS } from '../label-chip.ts';
import type { DrawnField } from './plain-input.ts';

/** A choice of colors, or none. */
export function swatches({ id, value, put }: DrawnField): TemplateResult {
  const own = typeof value === 'string' && !LABEL_COLORS.some((one) => one === value) ? [value] : [];
  return html`<div class="swatches">${[undefined, ...LABEL_COLORS, ...own].map(
    (
      color,
    ) => html`<label class="swatch" title=${nameOf(color)} ${cssValues({ '--made': colorOf(color) ?? 'transparent' })}>
      <input
        type="radio"
        name=${id}
        aria-label=${nameOf(color)}
        .checked=${(value ?? undefined) === color}
        @change=${() => put(color)}
      />
      <span aria-hidden="true"></span>
    </label>`,
  )}</div>`;
}

function nameOf(color: string | undefined): string {
  return color === undefined ? say('color.none') : wordOr(`color.${color}`, color);
}
