import { html, nothing, type PropertyValues } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import type { StepConfig } from './step-kind.ts';

/** The result of a condition, or why there is none. */
interface Result {
  readonly result?: boolean;
  readonly error?: unknown;
}

/** How long a condition must stay unchanged before it is tested, in milliseconds: it may be being typed. */
const REST = 400;

/** Whether a condition is met now, live. */
export class ConditionState extends LightElement {
  static override properties = {
    home: { attribute: false },
    condition: { attribute: false },
    result: { state: true },
  };

  declare home: HomeStore;
  declare condition: StepConfig;
  /** Undefined until the server has answered. */
  declare result: boolean | 'error' | undefined;
  private tested = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private end: () => void = () => {};

  constructor() {
    super();
    this.result = undefined;
  }

  protected override willUpdate(changed: PropertyValues): void {
    const text = JSON.stringify(this.condition);
    if (!changed.has('condition') || text === this.tested) return;
    this.tested = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.follow(), REST);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.end();
    this.tested = '';
  }

  protected override render() {
    const { result } = this;
    if (result === undefined) return nothing;
    const mood = result === true ? 'good' : result === false ? 'warm' : 'quiet';
    const key = result === true ? 'why.met' : result === false ? 'why.not_met' : 'why.unknown';
    return html`<span class="badge ${mood}" role="status">${say(key)}</span>`;
  }

  private follow(): void {
    this.end();
    let isOver = false;
    const listening = this.home.connection.subscribeMessage<Result>(
      ({ result }) => {
        if (!isOver) this.result = result ?? 'error';
      },
      { type: 'subscribe_condition', condition: this.condition },
    );
    listening.catch(() => {
      if (!isOver) this.result = 'error';
    });
    this.end = () => {
      isOver = true;
      void listening.then((end) => end()).catch(() => {});
    };
  }
}
