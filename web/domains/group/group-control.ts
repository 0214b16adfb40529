import { html } from 'lit';
import { define } from '../../app/define.ts';
import { Tile } from '../../cards/tile.ts';
import type { Control } from '../../controls/control.ts';
import { NamedIcon } from '../../parts/named-icon.ts';
import { listOf } from '../../state/entity.ts';

define({ 'hearth-icon': NamedIcon, 'hearth-tile': Tile });

/** The members, each with its own tile. */
export const groupControl: Control = ({ home, entity }) =>
  html`<ul class="tiles">
    ${listOf(entity, 'entity_id').map(
      (id) => html`<li><hearth-tile .home=${home} .entityId=${id}></hearth-tile></li>`,
    )}
  </ul>`;
