import type { YamlValue } from './scalar.ts';
import type { SourceFile } from './source-file.ts';
import type { Path } from './tree.ts';

/** What stands at a path of a value because a tag brought it from another file, and where in that file. */
export interface Included {
  readonly path: Path;
  readonly file: SourceFile;
  readonly inner: Path;
}

/** A value with all its tags carried out. */
export interface ReadValue {
  readonly value: YamlValue;
  readonly included: readonly Included[];
}
