import { html, nothing, svg } from 'lit';
import { nameOf, textOf } from '../../state/entity.ts';
import { act } from '../actions.ts';
import type { CardKind, CardView } from '../card-kind.ts';
import { configIn, configsIn, entityIn, numberIn, textIn } from '../config.ts';
import { missingEntity, shownValue } from './entity-cards.ts';

/** Half a circle of radius 40 around (50, 50). */
const ARC = 'M10 50a40 40 0 0 1 80 0';
const LENGTH = Math.PI * 40;
const TONES: Readonly<Record<string, string>> = { red: 'danger', yellow: 'light', green: 'good' };

/** Draws half a circle filled to a share, with the value in it. */
export function gauge(options: {
  readonly share: number;
  readonly text: string;
  readonly name: string;
  readonly tone: string | undefined;
}) {
  const { share, text, name, tone } = options;
  const filled = Math.min(1, Math.max(0, share)) * LENGTH;
  return html`<svg class="gauge" viewBox="0 0 100 58" role="img" aria-label="${name}: ${text}" data-tone=${tone ?? nothing}>
    <path class="gauge-track" d=${ARC}></path>
    ${filled > 0 ? svg`<path class="gauge-fill" d=${ARC} stroke-dasharray="${filled} ${LENGTH}"></path>` : nothing}
    <text x="50" y="49" text-anchor="middle">${text}</text>
  </svg>`;
}

function render(view: CardView) {
  const { home, config } = view;
  const id = entityIn(config);
  const entity = id === undefined ? undefined : home.entity(id);
  if (entity === undefined) return missingEntity(id);
  const [min, max] = [numberIn(config.min) ?? 0, numberIn(config.max) ?? 100];
  const attribute = textIn(config.attribute);
  const value = numberIn(attribute === undefined ? entity.state : entity.attributes[attribute]);
  const share = value === undefined || max <= min ? 0 : (value - min) / (max - min);
  const unit =
    textIn(config.unit) ?? (attribute === undefined ? textOf(entity, 'unit_of_measurement') : undefined);
  const name = textIn(config.name) ?? nameOf(entity);
  return html`<button type="button" class="dash-card card-gauge" aria-haspopup="dialog" @click=${() => act(view)}>
    ${gauge({ share, name, text: shownValue(entity, { home, config: { ...config, unit } }), tone: toneAt(config, value) })}
    <span>${name}</span>
  </button>`;
}

/** The color of the level that a value reached. */
function toneAt(config: CardView['config'], value: number | undefined): string | undefined {
  if (value === undefined) return 'quiet';
  const levels = [
    ...Object.entries(configIn(config.severity) ?? {}).map(([color, from]) => ({
      color,
      from: numberIn(from),
    })),
    ...configsIn(config.segments).map(({ color, from }) => ({
      color: textIn(color) ?? '',
      from: numberIn(from),
    })),
  ].filter(
    (level): level is { color: string; from: number } => level.from !== undefined && level.from <= value,
  );
  const top = levels.sort((a, b) => b.from - a.from)[0];
  return top === undefined ? undefined : (TONES[top.color] ?? 'on');
}

export const gaugeKind: CardKind = { render, size: () => 4, columns: 6 };
