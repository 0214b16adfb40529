import { posix } from 'node:path';
import { message } from '../core/messages.ts';
import type { Configuration } from './configuration.ts';
import type { ImportContext } from './import-plan.ts';
import { includedFiles, includesOf, yamlBelow } from './includes.ts';
import { reportSection } from './yaml-sections.ts';

const FOLDER = 'packages/';

/** Puts each package into the folder of packages. Returns the files that packages include. */
export async function importPackages(
  context: ImportContext,
  configuration: Configuration,
): Promise<Set<string>> {
  const { folder, plan, stored, report } = context;
  const included = new Set<string>();
  const files = new Map<string, string>();
  for (const section of configuration.sections.filter(({ name }) => name === 'homeassistant')) {
    const lines =
      /^[ \t]+packages:[^\n]*\n?(?:(?:[ \t]{3,}|[ \t]*#|[ \t]*\n)[^\n]*\n?)*/m.exec(section.text)?.[0] ?? '';
    if (/^[ \t]+packages:/.test(lines) && includesOf(lines, 'configuration.yaml').length === 0)
      report.partial('section', `packages (${section.place})`, message('reason_inline_packages'));
    if (lines.includes('!include_dir_merge_named'))
      report.partial('section', `packages (${section.place})`, message('reason_several_packages'));
    else
      for (const { isFolder, path } of includesOf(lines, 'configuration.yaml'))
        for (const file of isFolder ? yamlBelow(folder, path) : [path])
          if (folder.has(file))
            files.set(file, isFolder ? file.slice(path.length + 1) : posix.basename(file));
  }
  for (const [file, name] of files) {
    stored.used.add(file);
    plan.files.set(FOLDER + name, { from: file });
    report.imported('package', name.replace(/\.yaml$/, ''));
    for (const section of await configuration.sectionsIn(file))
      await reportSection(context, configuration, section);
    for (const path of await includedFiles(folder, await folder.text(file), file)) included.add(path);
  }
  return included;
}
