import { NotReachable } from 'hearth-integration';

const MAX_EVENT = 1024 * 1024;

/** Reads server-sent events: lines of `data:`, ended by an empty line. */
export class EventStream {
  private readonly happened: (event: unknown) => void;
  private rest = '';
  private data = '';

  constructor(happened: (event: unknown) => void) {
    this.happened = happened;
  }

  /** Takes what has arrived. Throws `NotReachable` for an event that is too long. */
  take(text: string): void {
    const lines = (this.rest + text).split(/\r\n|\n|\r/);
    this.rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') this.end();
      else if (line.startsWith('data:')) this.data += line.slice(5);
      if (this.data.length > MAX_EVENT) break;
    }
    if (this.rest.length + this.data.length > MAX_EVENT)
      throw new NotReachable(`The device sent an event of more than ${MAX_EVENT} characters`);
  }

  private end(): void {
    const { data } = this;
    this.data = '';
    if (data === '') return;
    try {
      this.happened(JSON.parse(data));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
}
