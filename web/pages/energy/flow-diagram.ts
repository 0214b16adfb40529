import { mdiBatteryHigh, mdiHomeOutline, mdiSolarPower, mdiTransmissionTower } from '@mdi/js';
import { html, nothing, svg, type TemplateResult } from 'lit';
import { say } from '../../texts/say.ts';
import type { Balance } from './energy-balance.ts';
import { amount } from './energy-numbers.ts';

type Place = 'solar' | 'grid' | 'battery' | 'home';

interface Flow {
  readonly from: Place;
  readonly to: Place;
  readonly key: keyof Balance;
}

const SPOTS: Readonly<Record<Place, readonly [x: number, y: number]>> = {
  solar: [200, 56],
  grid: [60, 160],
  home: [340, 160],
  battery: [200, 264],
};
const ICONS = {
  solar: mdiSolarPower,
  grid: mdiTransmissionTower,
  home: mdiHomeOutline,
  battery: mdiBatteryHigh,
};
const FLOWS: readonly Flow[] = [
  { from: 'solar', to: 'home', key: 'solarToHome' },
  { from: 'solar', to: 'grid', key: 'solarToGrid' },
  { from: 'solar', to: 'battery', key: 'solarToBattery' },
  { from: 'grid', to: 'home', key: 'gridToHome' },
  { from: 'grid', to: 'battery', key: 'gridToBattery' },
  { from: 'battery', to: 'home', key: 'batteryToHome' },
  { from: 'battery', to: 'grid', key: 'batteryToGrid' },
];
const RADIUS = 52;

/** The flows between grid, solar, battery and home, with a list of the same numbers. */
export function flowDiagram(balance: Balance, places: ReadonlySet<Place>): TemplateResult {
  const shown = FLOWS.filter(({ key }) => balance[key] >= 0.005);
  const most = Math.max(...shown.map(({ key }) => balance[key]), 0.001);
  return html`<figure class="energy-flows">
    <svg viewBox="0 0 400 320" role="img" aria-label=${say('energy.flows')}>
      ${shown.map(({ from, to, key }) => path(from, to, 1.5 + (balance[key] / most) * 8))}
      ${[...places].map((place) => spot(place, balance))}
    </svg>
    <ul class="energy-flow-list">
      ${shown.map(
        ({ from, to, key }) => html`<li><i class="energy-${from}"></i>
          <span>${say('energy.flow', { from: placeName(from), to: placeName(to) })}</span>
          <b>${amount(balance[key])}</b></li>`,
      )}
      ${shown.length === 0 ? html`<li>${say('energy.no_flow')}</li>` : nothing}
    </ul>
  </figure>`;
}

function path(from: Place, to: Place, width: number): TemplateResult {
  const [[x1, y1], [x2, y2]] = [SPOTS[from], SPOTS[to]];
  // Curves around the middle, so that they neither hide each other nor the circles.
  const isStraight = x1 === x2 || y1 === y2;
  const [cx, cy] = isStraight
    ? [(x1 + x2) / 2, (y1 + y2) / 2]
    : [200 + (x1 + x2 - 400) * 0.12, 160 + (y1 + y2 - 320) * 0.12];
  return svg`<path class="energy-flow energy-${from}" d="M${x1} ${y1} Q${cx} ${cy} ${x2} ${y2}" stroke-width=${width}></path>`;
}

function spot(place: Place, balance: Balance): TemplateResult {
  const [x, y] = SPOTS[place];
  const lines = {
    solar: [amount(balance.solar)],
    grid: [
      `→ ${amount(balance.imported)}`,
      ...(balance.exported >= 0.005 ? [`← ${amount(balance.exported)}`] : []),
    ],
    home: [amount(balance.home)],
    battery: [`↑ ${amount(balance.discharged)}`, `↓ ${amount(balance.charged)}`],
  }[place];
  return svg`<g class="energy-spot energy-${place}" transform="translate(${x} ${y})">
    <circle r=${RADIUS}></circle>
    <path class="energy-icon" d=${ICONS[place]} transform="translate(-10 -40) scale(0.84)"></path>
    <text text-anchor="middle" y="-3">${placeName(place)}</text>
    ${lines.map((line, index) => svg`<text class="value" text-anchor="middle" y=${14 + index * 14}>${line}</text>`)}
  </g>`;
}

/** The name of a source or sink. */
export function placeName(place: Place): string {
  return say(`energy.${place}`);
}
