import { html } from 'lit';
import { define } from '../../app/define.ts';
import { say } from '../../texts/say.ts';
import type { CardKind, CardView } from '../card-kind.ts';

const TYPES = (
  'energy-distribution energy-sankey power-sankey power-sources-graph energy-sources-table energy-grid-balance ' +
  'energy-compare energy-usage-graph energy-solar-graph energy-gas-graph energy-water-graph water-sankey ' +
  'water-flow-sankey energy-devices-graph energy-devices-detail-graph energy-self-sufficiency-gauge ' +
  'energy-solar-consumed-gauge energy-grid-neutrality-gauge energy-carbon-consumed-gauge energy-date-selection'
).split(' ');

const TAG = 'hearth-energy-card';

/** The energy cards; what they need is loaded with the first one. */
function render({ home, config, host }: CardView) {
  if (customElements.get(TAG) !== undefined)
    return html`<hearth-energy-card .home=${home} .config=${config}></hearth-energy-card>`;
  void import('../energy/energy-card.ts').then(
    ({ EnergyCard }) => {
      define({ [TAG]: EnergyCard });
      host.requestUpdate();
    },
    () => {},
  );
  return html`<p class="hint" role="status">${say('home.loading')}</p>`;
}

const SMALL = 6;

export const ENERGY_KINDS: Readonly<Record<string, CardKind>> = Object.fromEntries(
  TYPES.map((type) => [
    type,
    type.endsWith('gauge') ? { render, size: () => 4, columns: SMALL } : { render, size: () => 7 },
  ]),
);
