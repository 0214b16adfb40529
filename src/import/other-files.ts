import { message } from '../core/messages.ts';
import type { ImportContext } from './import-plan.ts';
import { mapsOf, textOf } from './stored-fields.ts';
import { copyFile } from './yaml-files.ts';

/** Files of people: what `/local` serves, media, pictures and themes. */
export async function importOtherFiles(context: ImportContext): Promise<void> {
  const { folder, stored, report } = context;
  for (const path of folder.below('www')) copyFile(context, path);
  for (const path of folder.below('www'))
    if (/\.(?:m?js|html?)$/.test(path)) report.partial('file', path, message('reason_script_origin'));
  for (const path of folder.below('themes')) copyFile(context, path);
  for (const path of folder.below('media')) copyFile(context, path);
  for (const path of folder.below('custom_sentences')) {
    copyFile(context, path);
    report.partial('file', path, message('reason_sentences_kept'));
  }
  const pictures = mapsOf((await stored.data('image')).items);
  for (const path of folder.below('image')) {
    copyFile(context, path);
    const name = pictures.find(({ id }) => path.includes(String(id)))?.name;
    report.partial('file', path, message('reason_picture_kept', { name: textOf(name) ?? '' }));
  }
}
