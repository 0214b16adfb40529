/** In ascending order of severity; a log shows its own level and those after it. */
const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LEVELS)[number];

/** Which lines of the log are written: those of the general level, unless a part has a level of its own. */
export class LogLevels {
  private standard: LogLevel;
  private readonly byPart = new Map<string, LogLevel>();

  constructor(standard: LogLevel) {
    this.standard = standard;
  }

  /** Whether a line of this level by this part is written. `mqtt broker` and `mqtt.client` belong to `mqtt`. */
  shows(level: LogLevel, name: string): boolean {
    return LEVELS.indexOf(level) >= LEVELS.indexOf(this.of(name));
  }

  /** The level of a part. */
  of(name: string): LogLevel {
    if (this.byPart.size === 0) return this.standard;
    return this.byPart.get(name) ?? this.byPart.get(name.split(/[ .]/, 1)[0] ?? name) ?? this.standard;
  }

  /** Changes the general level. */
  setStandard(level: LogLevel): void {
    this.standard = level;
  }

  /** Changes the level of a part; undefined lets it have the general one again. */
  set(name: string, level: LogLevel | undefined): void {
    if (level === undefined) this.byPart.delete(name);
    else this.byPart.set(name, level);
  }
}
