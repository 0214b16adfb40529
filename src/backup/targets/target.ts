/** A file at a location. */
export interface TargetFile {
  readonly name: string;
  readonly bytes: number;
}

/** A file to store at a location. */
export interface SentFile {
  /** The path on this machine. */
  readonly file: string;
  readonly bytes: number;
  readonly name: string;
  /** Told how many bytes have been sent. */
  readonly onProgress: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/**
 * A place outside of the data folder that stores files in one folder. All operations throw `HubError`s that say what is
 * wrong with it, without its password.
 */
export interface Target {
  /** The archives there, in any order. */
  readonly list: (signal: AbortSignal) => Promise<readonly TargetFile[]>;
  /** Stores a file under its name once all of it has arrived. */
  readonly put: (file: SentFile) => Promise<void>;
  /** The first bytes of a file, at most `length`. */
  readonly head: (name: string, length: number, signal: AbortSignal) => Promise<Buffer>;
  /** Copies a file to a new one on this machine. */
  readonly fetch: (name: string, path: string, signal: AbortSignal) => Promise<void>;
  /** Deletes a file; one that does not exist is ignored. */
  readonly remove: (name: string, signal: AbortSignal) => Promise<void>;
}

/** The names of archives: nothing else at a location is listed, and nothing else is ever deleted. */
export const ARCHIVE_NAME = /^hearth-(\d{4}-\d\d-\d\d)-(automatic|manual)-([0-9a-f]{8})\.tar$/;
