import { AsyncLocalStorage } from 'node:async_hooks';

/** Who changes the configuration: a user with a token, or the command line (neither). */
export interface Actor {
  readonly userId: string | null;
  readonly tokenId: string | null;
}

/** One operation that changes the configuration; all it writes is one change. */
export interface Acting extends Actor {
  /** The command or route, such as `config/area_registry/update`. */
  readonly act: string;
  /** The change that this one undoes. */
  readonly undoes?: number | undefined;
  /** The commands whose permissions its undo requires, if not only its own. */
  readonly acts?: readonly string[] | undefined;
  /** Whether it restores stored documents; their owners then read them again instead of writing them. */
  readonly restores?: boolean | undefined;
  /** The ID of its change, once something was recorded. */
  changeId?: number | undefined;
  /** The number of parts recorded so far. */
  parts?: number | undefined;
  /** Called once it has been answered, if something was recorded. */
  onEnd?: (() => void) | undefined;
  /** Whether it has been answered: later writes are the server's own. */
  isOver?: boolean | undefined;
}

const storage = new AsyncLocalStorage<Acting>();
let open = 0;

/**
 * Runs an operation; what it writes until its promise settles is recorded as its change. An operation within another
 * one belongs to it.
 */
export function actAs<T>(acting: Acting, work: () => T): T {
  if (currentActing() !== undefined) return work();
  open += 1;
  let result: T;
  try {
    result = storage.run(acting, work);
  } catch (error) {
    end(acting);
    throw error;
  }
  if (result instanceof Promise) return result.finally(() => end(acting)) as T;
  end(acting);
  return result;
}

/** The operation that the running code belongs to; undefined for what the server does by itself. */
export function currentActing(): Acting | undefined {
  if (open === 0) return undefined;
  const acting = storage.getStore();
  return acting?.isOver === true ? undefined : acting;
}

function end(acting: Acting): void {
  acting.isOver = true;
  open -= 1;
  // Node 20 makes every promise of the process slower while a storage is in use.
  if (open === 0) storage.disable();
  acting.onEnd?.();
}
