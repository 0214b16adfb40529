import type { StateMachine } from '../core/state-machine.ts';
import { sees, type Viewer, visibleState } from '../entities/visibility/visible-state.ts';

const OPEN = 0x5b;
const CLOSE = 0x5d;
const COMMA = 0x2c;

/**
 * The array of all states as bytes, concatenated from the cached bytes of each state and cached until the
 * next write.
 */
export class StateList {
  private readonly states: StateMachine;
  private revision = -1;
  private bytes: Buffer = Buffer.alloc(0);
  private compressed: Promise<Buffer> | undefined;

  constructor(states: StateMachine) {
    this.states = states;
  }

  /** All states. */
  whole(): Buffer {
    if (this.revision !== this.states.revision) {
      this.bytes = this.join(null);
      this.revision = this.states.revision;
      this.compressed = undefined;
    }
    return this.bytes;
  }

  /** All states, compressed once per revision for all callers. */
  wholeCompressed(compress: (bytes: Buffer) => Promise<Buffer>): Promise<Buffer> {
    const bytes = this.whole();
    this.compressed ??= compress(bytes);
    return this.compressed;
  }

  /** The states a limited caller may read. */
  visibleTo(viewer: Viewer): Buffer {
    return this.join(viewer);
  }

  private join(viewer: Viewer | null): Buffer {
    const parts: Buffer[] = [];
    let size = 1;
    for (const state of this.states.all()) {
      if (viewer !== null && !sees(viewer, state.entity_id)) continue;
      const bytes = (viewer === null ? state : visibleState(state, viewer)).toJsonBytes();
      parts.push(bytes);
      size += bytes.length + 1;
    }
    const list = Buffer.allocUnsafe(Math.max(size, 2));
    list[0] = OPEN;
    let at = 1;
    for (const part of parts) {
      at += part.copy(list, at);
      list[at] = COMMA;
      at += 1;
    }
    list[parts.length === 0 ? 1 : at - 1] = CLOSE;
    return list;
  }
}
