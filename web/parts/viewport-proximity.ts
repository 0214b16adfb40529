import type { ReactiveController, ReactiveControllerHost } from 'lit';

const MARGIN = '600px 0px';
const hosts = new WeakMap<Element, ViewportProximity>();
let observer: IntersectionObserver | undefined;

/** Tracks whether the host is in or near the viewport, so that others are not rendered. */
export class ViewportProximity implements ReactiveController {
  isNear = false;
  private readonly host: ReactiveControllerHost & Element;

  constructor(host: ReactiveControllerHost & Element) {
    this.host = host;
    host.addController(this);
  }

  hostConnected(): void {
    observer ??= new IntersectionObserver(notify, { rootMargin: MARGIN });
    hosts.set(this.host, this);
    observer.observe(this.host);
  }

  hostDisconnected(): void {
    observer?.unobserve(this.host);
    this.isNear = false;
  }

  become(isNear: boolean): void {
    if (isNear === this.isNear) return;
    this.isNear = isNear;
    this.host.requestUpdate();
  }
}

function notify(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) hosts.get(target)?.become(isIntersecting);
}
