import { html } from 'lit';
import { define } from '../app/define.ts';
import { LightElement } from '../app/light-element.ts';
import { HomeMap } from '../controls/home-map.ts';
import type { HomeStore } from '../state/home-store.ts';
import { say } from '../texts/say.ts';

/** How far trails go back, as on the map of the official frontend. */
const HOURS = 24;

/** Where everybody is: zones, persons, and devices that belong to none. */
export class MapPage extends LightElement {
  static override properties = { home: { attribute: false } };

  declare home: HomeStore;

  constructor() {
    super();
    define({ 'hearth-map': HomeMap });
  }

  protected override render() {
    return html`<div class="page wide map-page">
      <h1>${say('app.map')}</h1>
      <section class="card" aria-label=${say('app.map')}><hearth-map .home=${this.home} .isFitting=${true} .hours=${HOURS}></hearth-map></section>
    </div>`;
  }
}
