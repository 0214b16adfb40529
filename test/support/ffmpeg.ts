import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Puts a program named ffmpeg first on the path; with null, there is none. */
export async function withFfmpeg(script: string | null): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-ffmpeg-'));
  const path = process.env.PATH;
  process.env.PATH = script === null ? folder : `${folder}:${path}`;
  onTestFinished(async () => {
    process.env.PATH = path;
    await rm(folder, { recursive: true });
  });
  if (script !== null) await writeFile(join(folder, 'ffmpeg'), script, { mode: 0o755 });
  return folder;
}
