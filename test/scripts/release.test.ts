import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { release } from '../../scripts/release.js';
import { tempFolder } from '../support/temp-folder.ts';

const DAY = '2026-11-20';

/** A committed checkout of version 1.2.3 with this changelog. */
function checkout(changelog = '# Changelog\n\n## Unreleased\n- New.\n\n## 1.2.3 (2026-01-01)\n- Old.\n') {
  const root = tempFolder();
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@example.com');
  writeFileSync(join(root, 'package.json'), '{"name":"x","version":"1.2.3"}\n');
  writeFileSync(join(root, 'CHANGELOG.md'), changelog);
  git('add', '.');
  git('commit', '--quiet', '--message', 'Begin');
  return { root, git, read: (name: string) => readFileSync(join(root, name), 'utf8') };
}

describe('a release', () => {
  it('names its version in the changelog and the package, is committed and tagged', () => {
    const { root, git, read } = checkout();
    release({ root, version: '1.3.0', day: DAY });
    expect(JSON.parse(read('package.json')).version).toBe('1.3.0');
    expect(read('CHANGELOG.md')).toBe(
      '# Changelog\n\n## 1.3.0 (2026-11-20)\n- New.\n\n## 1.2.3 (2026-01-01)\n- Old.\n',
    );
    expect(git('log', '-1', '--format=%s %D')).toBe('Release 1.3.0 HEAD -> main, tag: v1.3.0\n');
    expect(git('status', '--porcelain')).toBe('');
  });

  it.each([
    ['1.2.3', '1.2.3 is not newer than 1.2.3'],
    ['1.2.2', '1.2.2 is not newer than 1.2.3'],
    ['0.9.9', '0.9.9 is not newer than 1.2.3'],
    ['1.3', '1.3 is not a version such as 1.4.0'],
    [undefined, 'nothing is not a version such as 1.4.0'],
  ])('of version %s is refused', (version, reason) => {
    const { root, git } = checkout();
    expect(() => release({ root, version, day: DAY })).toThrow(reason);
    expect(git('status', '--porcelain') + git('tag')).toBe('');
  });

  it('is refused with uncommitted changes, on another branch, and without news', () => {
    const dirty = checkout();
    writeFileSync(join(dirty.root, 'new'), '');
    expect(() => release({ root: dirty.root, version: '2.0.0', day: DAY })).toThrow('uncommitted changes');
    const branch = checkout();
    branch.git('checkout', '--quiet', '-b', 'other');
    expect(() => release({ root: branch.root, version: '2.0.0', day: DAY })).toThrow('from the branch main');
    const empty = checkout('# Changelog\n\n## Unreleased\n\n## 1.2.3\n- Old.\n');
    expect(() => release({ root: empty.root, version: '2.0.0', day: DAY })).toThrow(
      '"Unreleased" of CHANGELOG.md is empty',
    );
    expect(empty.git('tag')).toBe('');
  });
});
