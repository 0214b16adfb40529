import { mdiPlay } from '@mdi/js';
import { html } from 'lit';
import { define } from '../../app/define.ts';
import { Tile } from '../../cards/tile.ts';
import { actionButtons } from '../../controls/action-buttons.ts';
import type { Control } from '../../controls/control.ts';
import { NamedIcon } from '../../parts/named-icon.ts';
import { listOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';

define({ 'hearth-icon': NamedIcon, 'hearth-tile': Tile });

/** An activate button, and the entities of the scene. */
export const sceneControl: Control = ({ home, entity, isLocked, act }) =>
  html`${actionButtons(
    say('control.activate'),
    [{ text: say('control.activate'), icon: mdiPlay, onPress: () => act('turn_on') }],
    isLocked,
  )}
    <ul class="tiles">
      ${listOf(entity, 'entity_id').map(
        (id) => html`<li><hearth-tile .home=${home} .entityId=${id}></hearth-tile></li>`,
      )}
    </ul>`;
