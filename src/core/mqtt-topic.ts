import { type Message, message } from './messages.ts';

/** The longest topic MQTT can carry, in bytes of UTF-8. */
const MAX_TOPIC_LENGTH = 65_535;
/**
 * The most levels of a topic. Brokers disconnect clients that use deeper ones (Mosquitto: 200), and again
 * after each reconnect.
 */
export const MAX_TOPIC_LEVELS = 50;
/** Unpaired surrogates and Unicode's noncharacters. */
const NO_CHARACTER = /\p{Cc}|\p{Noncharacter_Code_Point}|\p{Cs}/u;

/**
 * Returns what is wrong with a topic to publish to, undefined if it is valid. Brokers disconnect clients that
 * publish to wildcards.
 */
export function publishTopicProblem(topic: string): Message | undefined {
  const problem = topicProblem(topic);
  if (problem !== undefined) return problem;
  return /[+#]/.test(topic) ? message('topic_has_wildcard') : undefined;
}

/** Returns what is wrong with a topic filter, undefined if it is valid. */
export function filterProblem(filter: string): Message | undefined {
  const problem = topicProblem(filter);
  if (problem !== undefined) return problem;
  if (filter.startsWith('$share/') && !/^\$share\/[^/+#]+\/./.test(filter))
    return message('shared_subscription_incomplete');
  if (!hasWildcard(filter)) return undefined;
  const levels = filter.split('/');
  for (const [i, level] of levels.entries()) {
    if (level === '+' || (level === '#' && i === levels.length - 1)) continue;
    if (level.includes('+')) return message('plus_is_a_level');
    if (level.includes('#')) return message('hash_is_last_level');
  }
  return undefined;
}

function topicProblem(topic: string): Message | undefined {
  if (topic === '') return message('topic_is_empty');
  if (topic.length > MAX_TOPIC_LENGTH || Buffer.byteLength(topic) > MAX_TOPIC_LENGTH)
    return message('topic_too_long', { max: MAX_TOPIC_LENGTH });
  if (topic.split('/', MAX_TOPIC_LEVELS + 1).length > MAX_TOPIC_LEVELS)
    return message('topic_too_deep', { max: MAX_TOPIC_LEVELS });
  return NO_CHARACTER.test(topic) ? message('topic_has_control_characters') : undefined;
}

/** Whether a filter contains wildcards. */
export function hasWildcard(filter: string): boolean {
  return filter.includes('+') || filter.includes('#');
}

/**
 * Whether a topic matches a filter. Wildcards at the first level do not match the broker's own `$` topics.
 */
export function matchesFilter(filter: string, topic: string): boolean {
  const wanted = filter.split('/');
  const levels = topic.split('/');
  if (topic.startsWith('$') && (wanted[0] === '+' || wanted[0] === '#')) return false;
  for (const [i, level] of wanted.entries()) {
    if (level === '#') return true;
    if (i >= levels.length || (level !== '+' && level !== levels[i])) return false;
  }
  return wanted.length === levels.length;
}

/** Whether every topic that matches one filter also matches the other, wider one: `a/#` covers `a/+/b`. */
export function coversFilter(wide: string, narrow: string): boolean {
  const allowed = wide.split('/');
  const wanted = narrow.split('/');
  if (wanted[0]?.startsWith('$') === true && (allowed[0] === '+' || allowed[0] === '#')) return false;
  for (const [i, level] of allowed.entries()) {
    if (level === '#') return true;
    const asked = wanted[i];
    if (asked === undefined || asked === '#' || (level !== '+' && level !== asked)) return false;
  }
  return allowed.length === wanted.length;
}
