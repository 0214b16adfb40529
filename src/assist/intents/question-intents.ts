import type { State } from '../../core/state.ts';
import {
  constraintsOf,
  findOrFail,
  IntentFailure,
  type IntentHandler,
  NoTargetFailure,
  type Outcome,
  placesOf,
  slotText,
  targetOf,
} from './intent.ts';

const getState: IntentHandler = (request, tools) => {
  const constraints = constraintsOf(request);
  const targets = tools.find(constraints);
  const { reason } = targets;
  const isUnclear = reason === 'unknown_area' || reason === 'unknown_floor' || reason === 'duplicate';
  if (reason !== undefined && (isUnclear || (reason === 'exposure' && constraints.name !== undefined)))
    throw new NoTargetFailure(constraints, reason);
  const wanted = request.slots.get('state')?.value;
  const names = wanted === undefined ? undefined : [wanted].flat().map(String);
  const isWanted = ({ state }: State): boolean => names === undefined || names.includes(state);
  const states = reason === undefined ? targets.states : [];
  return {
    isAnswer: true,
    success: [...placesOf(targets), ...states.map(targetOf)],
    matched: states.filter(isWanted),
    unmatched: states.filter((state) => !isWanted(state)),
  };
};

const getTemperature: IntentHandler = (request, tools) => {
  const constraints = constraintsOf(request, { domains: ['climate'], isSingle: true });
  const { name, area, preferredArea } = constraints;
  if (name === undefined && (area !== undefined || preferredArea !== undefined)) {
    const sensors = { ...constraints, domains: ['sensor'], deviceClasses: ['temperature'] };
    const found = tools.find({ ...sensors, area: area ?? preferredArea });
    if (found.reason === undefined) return { isAnswer: true, matched: found.states };
  }
  return { isAnswer: true, matched: findOrFail(tools, constraints).states };
};

const getWeather: IntentHandler = (request, tools): Outcome => {
  const { states } = findOrFail(tools, { name: slotText(request, 'name'), domains: ['weather'] });
  const matched = states.slice(0, 1);
  return { isAnswer: true, success: matched.map(targetOf), matched };
};

/** Timers of voice satellites, which a text has none of. */
const noTimers: IntentHandler = () => {
  throw new IntentFailure('Timers need a voice satellite', 'no_timer_support');
};

const TIMERS = ['Start', 'Cancel', 'Increase', 'Decrease', 'Pause', 'Unpause'];

/** The handlers of intents that only answer. */
export const QUESTION_INTENTS: ReadonlyMap<string, IntentHandler> = new Map<string, IntentHandler>([
  ['HassGetState', getState],
  ['HassClimateGetTemperature', getTemperature],
  ['HassGetWeather', getWeather],
  ['HassGetCurrentTime', (_request, tools) => ({ speechSlots: { time: tools.now() } })],
  ['HassGetCurrentDate', (_request, tools) => ({ speechSlots: { date: tools.now() } })],
  ['HassNevermind', () => ({})],
  ['HassRespond', (request) => withSpeech(slotText(request, 'response'))],
  ...TIMERS.map((verb): [string, IntentHandler] => [`Hass${verb}Timer`, noTimers]),
  ['HassCancelAllTimers', noTimers],
  ['HassTimerStatus', noTimers],
]);

function withSpeech(speech: string | undefined): Outcome {
  return speech === undefined ? {} : { speech };
}
