import { expect, test } from 'vitest';
import { demoHome } from './demo-home.ts';

const SPEAKER = 'media_player.kitchen_speaker';
const OTHER = 'media_player.living_room_speaker';

function player() {
  const home = demoHome();
  return {
    ...home,
    shown: (id = SPEAKER) => home.stateOf(id),
    title: () => home.stateOf(SPEAKER).attributes.media_title,
    ask: (service: string, data = {}, id = SPEAKER) =>
      home.call(`media_player.${service}`, { entity_id: id, ...data }),
    playAlbum: (more = {}) =>
      home.call('media_player.play_media', {
        entity_id: SPEAKER,
        media_content_id: 'album/1',
        media_content_type: 'album',
        ...more,
      }),
  };
}

test('a player plays through its list and stops at the end', async () => {
  const { clock, playAlbum, shown, title } = player();
  await playAlbum();
  expect(shown()).toMatchObject({
    state: 'playing',
    attributes: {
      media_title: 'Dike Song',
      media_artist: 'The Polders',
      media_duration: 150,
      media_position: 0,
    },
  });
  clock.advance(150_000);
  expect(title()).toBe('Grey Heron');
  clock.advance(10 * 60_000);
  expect(shown().state).toBe('idle');
  expect(title()).toBeUndefined();
});

test('it starts over with repeat all, and stays with repeat one', async () => {
  const { ask, clock, playAlbum, shown, title } = player();
  await playAlbum();
  await ask('repeat_set', { repeat: 'one' });
  clock.advance(150_000);
  expect(title()).toBe('Dike Song');
  await ask('repeat_set', { repeat: 'all' });
  for (const _ of [1, 2, 3]) await ask('media_next_track');
  expect(title()).toBe('Long Shore');
  clock.advance(200_000);
  expect(shown().state).toBe('playing');
  expect(title()).toBe('Dike Song');
});

test('a pause keeps the position and resumes from it', async () => {
  const { ask, clock, playAlbum, shown, title } = player();
  await playAlbum();
  clock.advance(60_000);
  await ask('media_pause');
  clock.advance(600_000);
  expect(shown()).toMatchObject({ state: 'paused', attributes: { media_position: 60 } });
  await ask('media_play');
  clock.advance(89_000);
  expect(title()).toBe('Dike Song');
  clock.advance(1500);
  expect(title()).toBe('Grey Heron');
});

test('a track that is sought in ends so much sooner', async () => {
  const { ask, clock, playAlbum, title } = player();
  await playAlbum();
  await ask('media_seek', { seek_position: 140 });
  clock.advance(10_000);
  expect(title()).toBe('Grey Heron');
});

test.each([
  ['add', ['Dike Song', 'Grey Heron', 'Sluice', 'Long Shore', 'Choke']],
  ['next', ['Dike Song', 'Choke', 'Grey Heron', 'Sluice', 'Long Shore']],
  ['play', ['Choke', 'Grey Heron']],
  ['replace', ['Choke', 'Choke']],
])('what is enqueued with %s comes in its place', async (enqueue, titles) => {
  const { ask, playAlbum, title } = player();
  await playAlbum();
  await playAlbum({ media_content_id: 'track/3/2', enqueue });
  const seen = [title()];
  while (seen.length < titles.length) {
    await ask('media_next_track');
    seen.push(title());
  }
  expect(seen).toEqual(titles);
});

test('an address is played as one piece of its name', async () => {
  const { playAlbum, shown } = player();
  await playAlbum({ media_content_id: 'https://example.com/a/song.mp3?x=1', media_content_type: 'music' });
  expect(shown().attributes).toMatchObject({
    media_title: 'song.mp3',
    media_content_id: 'https://example.com/a/song.mp3?x=1',
  });
});

test('players that are joined play the same until one leaves', async () => {
  const { ask, playAlbum, shown } = player();
  await ask('join', { group_members: [OTHER] });
  expect(shown(OTHER).attributes.group_members).toEqual([SPEAKER, OTHER]);
  await playAlbum();
  expect(shown(OTHER)).toMatchObject({ state: 'playing', attributes: { media_title: 'Dike Song' } });
  await ask('unjoin', {}, OTHER);
  expect(shown().attributes.group_members).toEqual([]);
  await expect(ask('join', { group_members: ['media_player.television'] })).rejects.toMatchObject({
    translation: { key: 'cannot_join' },
  });
});

test('the library can be looked through and searched', async () => {
  const { call } = player();
  const more = { returnResponse: true };
  const browsed = await call('media_player.browse_media', { entity_id: SPEAKER }, more);
  expect(browsed.response).toMatchObject({
    [SPEAKER]: { title: 'Library', not_shown: 0, children: [{ media_content_id: 'album/1' }, {}, {}] },
  });
  const found = await call(
    'media_player.search_media',
    { entity_id: SPEAKER, search_query: 'sta', media_filter_classes: ['track'] },
    more,
  );
  expect(found.response).toMatchObject({ [SPEAKER]: { version: 1, result: [{ title: 'Static' }] } });
});

test('a player that is off reports nothing of what it played', async () => {
  const { ask, clock, playAlbum, shown } = player();
  await playAlbum();
  await ask('turn_off');
  clock.advance(600_000);
  expect(shown().state).toBe('off');
  expect(shown().attributes).not.toHaveProperty('media_title');
  expect(shown().attributes).not.toHaveProperty('volume_level');
});
