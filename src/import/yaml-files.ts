import { message } from '../core/messages.ts';
import { Configuration, type Section } from './configuration.ts';
import type { ImportContext } from './import-plan.ts';
import { includedFiles, includesOf, movedIncludes } from './includes.ts';
import { importPackages } from './yaml-packages.ts';
import { PACKAGE_SECTIONS, reportSection } from './yaml-sections.ts';

/** Files that are read by their names, if the configuration includes them. */
const ITEM_FILES: Readonly<Record<string, string>> = {
  automation: 'automations.yaml',
  script: 'scripts.yaml',
  scene: 'scenes.yaml',
};
/** Sections that other parts of the import read. */
const READ_ELSEWHERE: ReadonlySet<string> = new Set([
  'homeassistant',
  'lovelace',
  'mqtt',
  'recorder',
  'http',
]);
const PACKAGE = 'packages/configuration.yaml';
const MISSING = '# This file was missing when the configuration that includes it was imported.\n';
const HEADER = '# Sections of configuration.yaml, as they were when they were imported.\n';

/** Automations, scripts, scenes, helpers and templates as the files they are, and their packages. */
export async function importYaml(context: ImportContext): Promise<void> {
  const { folder, stored, plan, report } = context;
  if (!folder.has('configuration.yaml')) return;
  stored.used.add('configuration.yaml');
  const configuration = await Configuration.open(folder);
  const texts: string[] = [];
  const copied = new Set<string>();
  const known = new Set(Object.values(ITEM_FILES));
  for (const section of configuration.sections) {
    const { name, text, isEmpty } = section;
    const isKept = PACKAGE_SECTIONS.has(name) && !isEmpty;
    if (isKept) {
      if (!isItemFile(section)) texts.push(movedIncludes(ended(text), '../'));
      for (const path of await includedFiles(folder, text, 'configuration.yaml')) copied.add(path);
    }
    if (name === 'frontend' && !isEmpty)
      for (const path of await importThemes(context, section)) copied.add(path);
    else if (!READ_ELSEWHERE.has(name)) await reportSection(context, configuration, section);
  }
  for (const [path, file] of configuration.missing) {
    report.partial('file', path, `${file} includes it, but it is missing: it counts as empty`);
    // So that the sections that include it are valid here.
    if (path.endsWith('.yaml') && !known.has(path)) plan.files.set(path, { text: MISSING });
  }
  if (texts.length > 0) plan.files.set(PACKAGE, { text: HEADER + texts.join('') });
  for (const path of await importPackages(context, configuration)) copied.add(path);
  for (const path of copied) copyFile(context, path);
  for (const path of folder.files.filter((one) => /(?:^|\/)secrets\.yaml$/.test(one)))
    copyFile(context, path);
  for (const path of folder.below('blueprints')) copyFile(context, path);
  for (const path of folder.below('custom_templates')) copyFile(context, path);
  for (const path of folder.files)
    if (known.has(path) && !copied.has(path)) {
      stored.used.add(path);
      report.skipped('file', path, message('reason_not_included'));
    }
}

/** Copies a file to the same place. */
export function copyFile({ plan, stored, report }: ImportContext, path: string): void {
  stored.used.add(path);
  plan.files.set(path, { from: path });
  report.imported('file', path);
}

/** Themes are read from their folder. Returns the files that the section includes. */
async function importThemes({ folder, report }: ImportContext, section: Section): Promise<Set<string>> {
  const { key, text, place } = section;
  const label = `${key} (${place})`;
  const files = await includedFiles(folder, text, 'configuration.yaml');
  const isInFolder = files.size > 0 && [...files].every((path) => path.startsWith('themes/'));
  if (isInFolder || !/^[ \t]+themes:/m.test(text)) report.imported('section', label);
  else report.partial('section', label, message('reason_themes_elsewhere'));
  return files;
}

/** Whether a section only includes the file that is read anyway. */
function isItemFile({ name, text }: Section): boolean {
  const file = ITEM_FILES[name];
  const [only, ...others] = includesOf(text, 'configuration.yaml');
  return others.length === 0 && only?.isFolder === false && only.path === file;
}

/** With a line break at its end. */
export function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
