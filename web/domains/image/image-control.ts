import { html } from 'lit';
import { pictureOf } from '../../cards/picture.ts';
import type { Control } from '../../controls/control.ts';
import { nameOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';

/** The last picture. */
export const imageControl: Control = ({ entity }) => {
  const picture = pictureOf(entity);
  if (picture === undefined) return html`<p class="hint">${say('control.no_picture')}</p>`;
  // The state is the time of the picture: changing it makes the browser reload.
  const address = `${picture}&state=${encodeURIComponent(entity.state)}`;
  return html`<div class="stream">
    <img src=${address} alt=${say('control.picture_of', { name: nameOf(entity) })} />
  </div>`;
};
