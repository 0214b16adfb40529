import type { YamlValue } from './scalar.ts';
import type { SourceFile } from './source-file.ts';
import type { Path } from './tree.ts';

/** A value that a tag included from another file, and its path in that file. */
export interface Included {
  readonly path: Path;
  readonly file: SourceFile;
  readonly inner: Path;
}

/** A value with all its tags resolved. */
export interface ReadValue {
  readonly value: YamlValue;
  readonly included: readonly Included[];
}
