import {
  mdiPause,
  mdiPlay,
  mdiRepeat,
  mdiRepeatOff,
  mdiRepeatOnce,
  mdiShuffle,
  mdiShuffleDisabled,
  mdiSkipNext,
  mdiSkipPrevious,
  mdiStop,
  mdiVolumeHigh,
  mdiVolumeOff,
} from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { pictureOf } from '../../cards/picture.ts';
import type { Control, ControlView } from '../../controls/control.ts';
import { namedOptions } from '../../controls/named-options.ts';
import { slide } from '../../controls/slide.ts';
import { choice } from '../../parts/choice.ts';
import { icon } from '../../parts/icon.ts';
import { can, listOf, numberOf, textOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';
import { powerSwitch } from '../switch/switch-control.ts';
import { MediaBrowser } from './media-browser.ts';
import { MediaProgress } from './media-progress.ts';

define({ 'hearth-media-progress': MediaProgress, 'hearth-media-browser': MediaBrowser });

const NEXT_REPEAT: Readonly<Record<string, string>> = { off: 'all', all: 'one', one: 'off' };

/** The current media with its picture, playback controls, position, volume and source. */
export const mediaPlayerControl: Control = (view) => {
  const { entity } = view;
  const isOff = entity.state === 'off';
  return html`${can(entity, 128 | 256) ? powerSwitch(view) : nothing}
  ${isOff ? nothing : html`${playing(view)} ${transport(view)} ${volume(view)} ${sources(view)} ${library(view)}`}`;
};

/** The media library, loaded on demand. */
function library({ home, entity, isLocked }: ControlView): TemplateResult | typeof nothing {
  if (isLocked || !can(entity, 131072)) return nothing;
  return html`<hearth-media-browser .home=${home} .entityId=${entity.entity_id}></hearth-media-browser>`;
}

function playing({ home, entity, isLocked, act }: ControlView): TemplateResult {
  const title = textOf(entity, 'media_title');
  const artist = textOf(entity, 'media_artist') ?? textOf(entity, 'media_series_title');
  const album = textOf(entity, 'media_album_name');
  const picture = pictureOf(entity);
  return html`<div class="playing">
      ${picture === undefined ? nothing : html`<img class="art" src=${picture} alt="" />`}
      ${title === undefined ? nothing : html`<p class="playing-title">${title}</p>`}
      ${artist === undefined ? nothing : html`<p class="hint">${artist}</p>`}
      ${album === undefined ? nothing : html`<p class="hint">${album}</p>`}
    </div>
    ${
      numberOf(entity, 'media_duration') === undefined
        ? nothing
        : html`<hearth-media-progress
            .home=${home}
            .entityId=${entity.entity_id}
            .isDisabled=${isLocked || !can(entity, 2)}
            @chosen=${(event: CustomEvent<number>) => act('media_seek', { seek_position: event.detail })}
          ></hearth-media-progress>`
    }`;
}

function transport({ entity, isLocked, act }: ControlView): TemplateResult {
  const isPlaying = entity.state === 'playing';
  const repeat = textOf(entity, 'repeat') ?? 'off';
  const isShuffled = entity.attributes.shuffle === true;
  const button = (feature: number, label: string, iconPath: string, onPress: () => void, isBig = false) =>
    can(entity, feature)
      ? html`<button
          type="button"
          class=${isBig ? 'round primary big' : 'round quiet'}
          aria-label=${label}
          title=${label}
          ?disabled=${isLocked}
          @click=${onPress}
        >${icon(iconPath)}</button>`
      : nothing;
  return html`<div class="transport">
    ${button(
      32768,
      say(isShuffled ? 'control.shuffle_off' : 'control.shuffle'),
      isShuffled ? mdiShuffle : mdiShuffleDisabled,
      () => act('shuffle_set', { shuffle: !isShuffled }, { attributes: { shuffle: !isShuffled } }),
    )}
    ${button(16, say('control.previous'), mdiSkipPrevious, () => act('media_previous_track'))}
    ${
      isPlaying
        ? button(1, say('control.pause'), mdiPause, () => act('media_pause', {}, { state: 'paused' }), true)
        : button(16384, say('control.play'), mdiPlay, () => act('media_play', {}, { state: 'playing' }), true)
    }
    ${button(4096, say('control.stop'), mdiStop, () => act('media_stop'))}
    ${button(32, say('control.next'), mdiSkipNext, () => act('media_next_track'))}
    ${button(
      262144,
      say('control.repeat', {
        mode: say(repeat === 'one' ? 'mode.one' : repeat === 'all' ? 'mode.all' : 'mode.off'),
      }),
      repeat === 'one' ? mdiRepeatOnce : repeat === 'all' ? mdiRepeat : mdiRepeatOff,
      () => act('repeat_set', { repeat: NEXT_REPEAT[repeat] ?? 'off' }),
    )}
  </div>`;
}

function volume({ entity, isLocked, act }: ControlView): TemplateResult {
  const isMuted = entity.attributes.is_volume_muted === true;
  const level = numberOf(entity, 'volume_level');
  const label = say(isMuted ? 'control.unmute' : 'control.mute');
  return html`<div class="volume">
    ${
      can(entity, 8)
        ? html`<button
            type="button"
            class="round quiet"
            aria-label=${label}
            title=${label}
            ?disabled=${isLocked}
            @click=${() =>
              act(
                'volume_mute',
                { is_volume_muted: !isMuted },
                { attributes: { is_volume_muted: !isMuted } },
              )}
          >
            ${icon(isMuted ? mdiVolumeOff : mdiVolumeHigh)}
          </button>`
        : nothing
    }
    ${
      can(entity, 4)
        ? slide({
            label: say('control.volume'),
            value: level === undefined ? undefined : Math.round(level * 100),
            isDisabled: isLocked,
            onChoose: (value) =>
              act('volume_set', { volume_level: value / 100 }, { attributes: { volume_level: value / 100 } }),
          })
        : nothing
    }
  </div>`;
}

function sources({ entity, isLocked, act }: ControlView): TemplateResult {
  return html`${
    can(entity, 2048)
      ? choice({
          label: say('control.source'),
          options: listOf(entity, 'source_list').map((value) => ({ value, text: value })),
          value: textOf(entity, 'source'),
          isDisabled: isLocked,
          onChoose: (source) => act('select_source', { source }, { attributes: { source } }),
        })
      : nothing
  }
  ${
    can(entity, 65536)
      ? choice({
          label: say('control.sound_mode'),
          options: namedOptions(listOf(entity, 'sound_mode_list')),
          value: textOf(entity, 'sound_mode'),
          isDisabled: isLocked,
          onChoose: (mode) =>
            act('select_sound_mode', { sound_mode: mode }, { attributes: { sound_mode: mode } }),
        })
      : nothing
  }`;
}
