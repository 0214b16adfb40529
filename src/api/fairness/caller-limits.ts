const KIBIBYTE = 1024;
const MEGABYTE = 1024 * 1024;

/** The three groups of callers; groups do not compete with each other for time. */
export type CallerGroup = 'admin' | 'user' | 'public';

/** The limits of one caller, and of all callers of a group together (`total…`). */
export interface Limits {
  /** Milliseconds per event loop tick. */
  readonly sliceMs: number;
  readonly totalSliceMs: number;
  /** Bytes read from WebSockets per event loop tick; beyond it sockets are paused until the next one. */
  readonly totalReadBytes: number;
  /** WebSockets and endless responses that are open at the same time. */
  readonly connections: number;
  readonly totalConnections: number;
  readonly subscriptions: number;
  /** Commands and requests that are started and unanswered. */
  readonly inFlight: number;
  /** HTTP requests in the queue. */
  readonly waitingRequests: number;
  readonly totalWaitingRequests: number;
  /** Bytes of requests and frames that are being received, queued or in flight. */
  readonly heldBytes: number;
  readonly totalHeldBytes: number;
}

/**
 * The limits of each group: far above what a home with fifty clients or an automation tool with hundreds of
 * requests in flight needs, and low enough that a group at all its limits leaves time and memory for the
 * others.
 */
export const LIMITS: Readonly<Record<CallerGroup, Limits>> = {
  /** Administrators with an unlimited token. */
  admin: {
    sliceMs: 20,
    totalSliceMs: 20,
    totalReadBytes: 1024 * KIBIBYTE,
    connections: 4096,
    totalConnections: 8192,
    subscriptions: 50_000,
    inFlight: 10_000,
    waitingRequests: 5000,
    totalWaitingRequests: 10_000,
    heldBytes: 48 * MEGABYTE,
    totalHeldBytes: 64 * MEGABYTE,
  },
  /** All other users and tokens. */
  user: {
    sliceMs: 10,
    totalSliceMs: 10,
    totalReadBytes: 256 * KIBIBYTE,
    connections: 256,
    totalConnections: 1024,
    subscriptions: 5000,
    inFlight: 1000,
    waitingRequests: 500,
    totalWaitingRequests: 2000,
    heldBytes: 24 * MEGABYTE,
    totalHeldBytes: 48 * MEGABYTE,
  },
  /** Callers without a token; each address counts as one caller. */
  public: {
    sliceMs: 5,
    totalSliceMs: 10,
    totalReadBytes: 256 * KIBIBYTE,
    connections: 256,
    totalConnections: 1024,
    subscriptions: 0,
    inFlight: 200,
    waitingRequests: 200,
    totalWaitingRequests: 1000,
    heldBytes: 24 * MEGABYTE,
    totalHeldBytes: 32 * MEGABYTE,
  },
};
