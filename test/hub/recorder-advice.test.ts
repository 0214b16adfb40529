import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recorderAdvice } from '../../src/hub/recorder-advice.ts';
import { startTestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const advice = (recorder: object, history: object = {}) =>
  recorderAdvice({
    recorder: { purge_keep_days: null, db_url: null, ...recorder },
    history: { keep_days: null, store: null, ...history },
  }).map(([key]) => key);

test('a home from Home Assistant learns what applies, until it answers', () => {
  expect(advice({})).toEqual([]);
  expect(advice({ purge_keep_days: 365 })).toEqual([]);
  expect(advice({ purge_keep_days: 10, db_url: 'mysql://ha:secret@db/ha' })).toEqual([
    ...['history_keep_days_offered', 'history_db_url_unused'],
  ]);
  expect(advice({ purge_keep_days: 10 }, { keep_days: 10 })).toEqual([]);
  expect(advice({ db_url: 'x' }, { store: 'postgres://db/home' })).toEqual([]);
});

test('a notification offers to keep changes for longer, and shows no address', async () => {
  const folder = tempFolder();
  const yaml = 'recorder: { purge_keep_days: 10, db_url: "mysql://ha:secret@db/ha" }';
  writeFileSync(join(folder, 'hearth.yaml'), yaml);
  const hub = await startTestHub({}, folder);
  const client = await hub.connect();
  const { result } = await client.ask({ type: 'persistent_notification/get' });
  const texts = result.map(({ message }: { message: string }) => message);
  expect(texts).toEqual([
    expect.stringContaining('Set history.keep_days to 365'),
    expect.stringContaining('recorder.db_url of Home Assistant is not used'),
  ]);
  expect(texts.join()).not.toContain('secret');
  await hub.stop();
});
