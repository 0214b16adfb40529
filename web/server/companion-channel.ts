/** The messages of Home Assistant's companion apps, whichever of their interfaces is there [mobile facts §7]. */
interface AppWindow {
  readonly externalAppV2?: { postMessage(message: string): void };
  readonly externalApp?: Readonly<Record<string, ((message: string) => void) | undefined>>;
  readonly webkit?: {
    readonly messageHandlers?: Readonly<Record<string, { postMessage(message: object): void } | undefined>>;
  };
}

/** A kind of message: the login, its end, and everything else. */
type Kind = 'getExternalAuth' | 'revokeExternalAuth' | 'externalBus';

/** Whether this page is shown inside a companion app. */
export function isInCompanionApp(): boolean {
  const { externalAppV2, externalApp, webkit } = window as AppWindow;
  return (
    externalAppV2 !== undefined ||
    externalApp !== undefined ||
    webkit?.messageHandlers?.getExternalAuth !== undefined
  );
}

/** Sends a message to the app. */
export function sendToApp(kind: Kind, payload: object): void {
  const { externalAppV2, externalApp, webkit } = window as AppWindow;
  if (externalAppV2 !== undefined) externalAppV2.postMessage(JSON.stringify({ type: kind, payload }));
  else if (externalApp !== undefined) externalApp[kind]?.(JSON.stringify(payload));
  else webkit?.messageHandlers?.[kind]?.postMessage(payload);
}

/** How an action feels, where the device can: a tap, or that something failed. */
export type Haptic = 'light' | 'success' | 'failure' | 'selection';

const HAPTIC = 'hearth-haptic';

/** Lets the device vibrate, if the page is shown inside a companion app. */
export function feel(haptic: Haptic): void {
  dispatchEvent(new CustomEvent(HAPTIC, { detail: haptic }));
}

/** Calls back for each vibration. */
export function onFeel(listener: (haptic: Haptic) => void): void {
  addEventListener(HAPTIC, (event) => listener((event as CustomEvent<Haptic>).detail));
}
