import { type Endpoint, hasFeature, numberIn } from './endpoint.ts';
import { type PartMaker, part } from './part.ts';

const CLUSTER = 'switch';
const COUNTS = 8;
/** The events of a switch, as Home Assistant names them, and the feature that each needs. */
const EVENTS: Readonly<Record<string, { readonly type: string; readonly needs: string }>> = {
  switchLatched: { type: 'switch_latched', needs: 'latchingSwitch' },
  initialPress: { type: 'initial_press', needs: 'momentarySwitch' },
  shortRelease: { type: 'short_release', needs: 'momentarySwitchRelease' },
  longPress: { type: 'long_press', needs: 'momentarySwitchLongPress' },
  longRelease: { type: 'long_release', needs: 'momentarySwitchLongPress' },
};

/** The button of an endpoint. */
export const events: PartMaker = (endpoint) => {
  const now = endpoint.state(CLUSTER);
  if (now?.currentPosition === undefined) return [];
  const types = typesOf(endpoint);
  const shownType = (name: string, data: unknown): string | undefined => {
    if (name !== 'multiPressComplete') return EVENTS[name]?.type;
    const count = numberIn(data as Record<string, unknown>, 'totalNumberOfPressesCounted');
    return count === null ? undefined : `multi_press_${Math.max(1, Math.min(COUNTS, count))}`;
  };
  return [
    part({
      ...{ domain: 'event', key: 'GenericSwitch-59-1' },
      options: { name: 'Button', deviceClass: 'button', capabilities: { event_types: types } },
      read: () => ({}),
      follows: {
        ...{ cluster: CLUSTER, events: [...Object.keys(EVENTS), 'multiPressComplete'] },
        happened: (name, data) => {
          const type = shownType(name, data);
          return type === undefined || !types.includes(type)
            ? undefined
            : { event_type: type, data: plain(data) };
        },
      },
    }),
  ];
};

/** A switch that counts presses says how many there were, instead of each. */
function typesOf(endpoint: Endpoint): string[] {
  const now = endpoint.state(CLUSTER);
  if (hasFeature(now, 'momentarySwitchMultiPress')) {
    const most = Math.min(COUNTS, numberIn(now, 'multiPressMax') ?? 2);
    const presses = Array.from({ length: most }, (_, index) => `multi_press_${index + 1}`);
    return [
      ...presses,
      ...(hasFeature(now, 'momentarySwitchLongPress') ? ['long_press', 'long_release'] : []),
    ];
  }
  return Object.values(EVENTS).flatMap(({ type, needs }) => (hasFeature(now, needs) ? [type] : []));
}

function plain(data: unknown): Record<string, unknown> {
  const pairs = typeof data === 'object' && data !== null ? Object.entries(data) : [];
  return Object.fromEntries(pairs.filter(([, value]) => typeof value === 'number'));
}
