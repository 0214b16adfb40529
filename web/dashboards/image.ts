import { html, type TemplateResult } from 'lit';
import { pictureOf } from '../cards/picture.ts';
import type { HomeStore } from '../state/home-store.ts';
import { say } from '../texts/say.ts';
import { type Config, configIn, entityIn, textIn } from './config.ts';

/** Only pictures of this server: the browser is told to load no others. */
const OWN_PATH = /^\/(?![/\\])/;

/** The address of the picture of a card; undefined without one on this server. */
export function imageAddress(home: HomeStore, config: Config): string | undefined {
  const ofEntity = textIn(config.camera_image) ?? textIn(config.image_entity);
  const source = ofEntity === undefined ? undefined : home.entity(ofEntity);
  if (source !== undefined) return pictureOf(source);
  const id = entityIn(config);
  const entity = id === undefined ? undefined : home.entity(id);
  const ofState = configIn(config.state_image)?.[entity?.state ?? ''];
  const given = textIn(ofState) ?? textIn(config.image) ?? textIn(configIn(config.image)?.media_content_id);
  const uploaded =
    given === undefined ? undefined : /^media-source:\/\/image_upload\/([\w-]+)$/.exec(given)?.[1];
  if (uploaded !== undefined) return `/api/image/serve/${uploaded}/original`;
  if (given !== undefined) return OWN_PATH.test(given) ? given : undefined;
  return entity === undefined ? undefined : pictureOf(entity);
}

/** The picture of a card, or a note in its place. */
export function imageOf(home: HomeStore, config: Config, alt: string): TemplateResult {
  const address = imageAddress(home, config);
  return address === undefined
    ? html`<span class="picture-blank">${say('dashboards.no_picture')}</span>`
    : html`<img src=${address} alt=${alt} loading="lazy" @error=${failed} @load=${loaded} />`;
}

function failed(event: Event): void {
  (event.target as HTMLElement).toggleAttribute('data-broken', true);
}

function loaded(event: Event): void {
  (event.target as HTMLElement).removeAttribute('data-broken');
}
