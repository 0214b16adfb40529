import {
  type Command,
  defineDomain,
  defineService,
  type EntityService,
  type EntityView,
} from '../definition/define-domain.ts';
import { hasFeature, plain, plainAction, reaches, stands } from '../definition/device-automations.ts';
import { text } from '../definition/field.ts';
import { refusal } from '../definition/refusal.ts';
import { byState } from '../definition/reproduce.ts';
import { stateTriggers } from '../definition/state-tests.ts';

const STATES = ['locked', 'locking', 'unlocked', 'unlocking', 'open', 'opening', 'jammed'] as const;

/** The reported values of a lock. */
export interface LockValues {
  readonly [key: string]: unknown;
  readonly state: (typeof STATES)[number] | null;
  /** The person or device that operated it last. */
  readonly changed_by?: string | null;
}

/** The capabilities of a lock. */
export interface LockCapabilities {
  readonly [key: string]: unknown;
  /** A regular expression that codes match from their start. */
  readonly code_format?: string | null;
}

type LockView = EntityView<LockValues, LockCapabilities>;

const DEVICE_STATES = ['locked', 'unlocked', 'locking', 'unlocking', 'jammed', 'open', 'opening'];

/** Door locks. */
export const lockDomain = defineDomain<LockValues, LockCapabilities>({
  name: 'lock',
  title: 'Lock',
  states: STATES,
  features: { open: 1 },
  deviceClasses: [],
  attributes: {
    changed_by: { description: 'Who or what last locked or unlocked it.' },
    code_format: { description: 'The format of codes, as a regular expression.' },
  },
  services: [
    lockService('lock', 'locked'),
    lockService('unlock', 'unlocked'),
    { ...lockService('open', 'open'), requires: [['open']] },
  ],
  reproduce: byState({
    locked: 'lock',
    locking: 'lock',
    unlocked: 'unlock',
    unlocking: 'unlock',
    open: 'open',
    opening: 'open',
  }),
  deviceAutomations: {
    triggers: DEVICE_STATES.map((state) => reaches(state, state)),
    conditions: DEVICE_STATES.map((state) => plain(stands(`is_${state}`, state))),
    actions: [
      plainAction('lock'),
      plainAction('unlock'),
      { ...plainAction('open'), fits: (state) => hasFeature(state, 1) },
    ],
  },
  entityTriggers: stateTriggers(
    ['jammed', 'is_jammed', 'jammed'],
    ['locked', 'is_locked', 'locked'],
    ['opened', 'is_open', 'open'],
    ['unlocked', 'is_unlocked', 'unlocked'],
  ),
  presentCapabilities: () => ({}),
  present: ({ values, capabilities }) => ({
    state: values.state,
    attributes: {
      changed_by: values.changed_by ?? undefined,
      code_format: capabilities.code_format ?? undefined,
    },
  }),
});

function lockService(
  name: string,
  state: 'locked' | 'unlocked' | 'open',
): EntityService<LockValues, LockCapabilities> {
  return defineService({
    name,
    fields: { code: text({ example: '1234' }) },
    plan: (lock: LockView, fields, { beginsLike }): Command<LockValues> => {
      const format = lock.capabilities.code_format;
      const code = fields.code || (format == null ? '' : defaultCode(lock));
      if (format != null && !beginsLike(format, code)) {
        throw refusal(
          'add_default_code',
          { key: 'code_does_not_match_format', parameters: { lock: lock.id, format } },
          {
            domain: 'lock',
            entity_id: lock.id,
            code_format: format,
          },
        );
      }
      return { service: name, fields: code === '' ? {} : { code }, patch: { state } };
    },
  });
}

/** The default code the user stored for the lock, for locks that require one. */
function defaultCode(lock: LockView): string {
  const { default_code: code } = lock.options ?? {};
  return typeof code === 'string' ? code : '';
}
