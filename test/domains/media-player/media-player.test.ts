import { expect, test } from 'vitest';
import { mediaPlayerDomain } from '../../../src/domains/media-player/media-player.ts';
import { DomainEntity } from '../../support/domain-entity.ts';
import { behaviorRows, tryRow } from '../../support/golden-rows.ts';
import { refusalKey } from '../../support/refusal-key.ts';

const ALL = Object.keys(mediaPlayerDomain.features);

function player(values: object = {}, features: readonly string[] = ALL): DomainEntity {
  return new DomainEntity(mediaPlayerDomain, {
    features,
    capabilities: { source_list: ['dvd', 'tv'], sound_mode_list: ['Music', 'Movie'] },
    values: { state: 'on', volume_level: 0.5, media_title: 'A song', shuffle: false, ...values },
  });
}

for (const row of behaviorRows('media_player'))
  test(`recorded: ${row.id}`, () => tryRow(row, [() => player(), () => player({}, ['play', 'pause'])]));

test('a player that is off reports its lists and its group only', () => {
  expect(player({ state: 'off' }).attributes).toEqual({
    source_list: ['dvd', 'tv'],
    sound_mode_list: ['Music', 'Movie'],
    group_members: null,
    supported_features: 8388543,
  });
  expect(player({ media_artist: null }, ['play']).attributes).toEqual({
    volume_level: 0.5,
    media_title: 'A song',
    shuffle: false,
    supported_features: 16384,
  });
});

test('toggle turns on players that are off or in standby, and turns off all others', () => {
  const toggled = (state: string) => player({ state }).call('toggle').state;
  expect(['off', 'standby', 'idle', 'playing', 'paused', 'on'].map(toggled)).toEqual([
    'on',
    'on',
    'off',
    'off',
    'off',
    'off',
  ]);
});

test('the volume goes in steps and stays between 0 and 1', () => {
  expect(player().call('volume_up').attributes.volume_level).toBe(0.6);
  expect(player({ volume_level: 0.05 }).call('volume_down').attributes.volume_level).toBe(0);
  expect(player({ volume_level: null }).call('volume_up').last?.fields).toEqual({});
});

test('seeking sets the position', () => {
  expect(player().call('media_seek', { seek_position: '12.5' }).attributes).toMatchObject({
    media_position: 12.5,
    media_position_updated_at: '2026-11-20T05:45:08.123000+00:00',
  });
});

test('media are given as one object or as two fields', () => {
  const played = (data: object) => player().call('play_media', { ...data }).last?.fields;
  const song = { media_content_id: 'x', media_content_type: 'music' };
  expect(played(song)).toEqual({ ...song, extra: {} });
  expect(played({ media: { ...song, metadata: { title: 't' } }, extra: { a: 1 } })).toEqual({
    ...song,
    extra: { metadata: { title: 't' }, a: 1 },
  });
  expect(played({ ...song, enqueue: 'yes' })).toMatchObject({ enqueue: 'add' });
  expect(played({ ...song, enqueue: false })).toMatchObject({ enqueue: 'play' });
  expect(() => played({ ...song, media: song })).toThrow("'media'");
  expect(() => played({ media: { media_content_type: 'music' } })).toThrow("'media_content_id'");
  expect(player({ state: 'idle' }).call('play_media', song)).toMatchObject({ state: 'playing' });
  expect(player({ state: 'idle' }).call('play_media', { ...song, enqueue: 'add' }).state).toBe('idle');
});

test('only a player that supports browsing is browsed', () => {
  expect(refusalKey(() => player({}, ['play']).call('browse_media'))).toBe('cannot_browse');
  expect(player().call('browse_media', { media_content_id: 'a' }).last?.fields).toEqual({
    media_content_id: 'a',
  });
  expect(() => player().call('search_media', { search_query: 'x', media_filter_classes: ['smell'] })).toThrow(
    'media_filter_classes',
  );
});

test('players join and leave a group', () => {
  const one = player().call('join', { group_members: ['media_player.TWO', 'media_player.one'] });
  expect(one.attributes.group_members).toEqual(['media_player.one', 'media_player.two']);
  expect(one.call('unjoin').attributes.group_members).toEqual([]);
});
