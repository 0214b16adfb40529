import { z } from 'zod';
import { schemaError } from '../../core/schema-error.ts';
import {
  type Command,
  defineDomain,
  defineService,
  type EntityView,
  simpleService,
} from '../definition/define-domain.ts';
import { ON_OFF_DEVICE } from '../definition/device-automations.ts';
import { custom, float, integer, textSchema } from '../definition/field.ts';
import { refusal } from '../definition/refusal.ts';
import { ON_OFF_TRIGGERS } from '../definition/state-tests.ts';
import { onOff } from '../switch/switch.ts';

/** The reported values of a siren; null while unknown. */
export interface SirenValues {
  readonly [key: string]: unknown;
  readonly on: boolean | null;
}

/** The capabilities of a siren. */
export interface SirenCapabilities {
  readonly [key: string]: unknown;
  /** Its tones: a list, or their names by the ID that the device uses. */
  readonly available_tones?: readonly (string | number)[] | Readonly<Record<string, string>>;
}

type SirenView = EntityView<SirenValues, SirenCapabilities>;

interface Sound {
  readonly tone?: string | number;
  readonly volume_level?: number;
  readonly duration?: number;
}

const toneSchema: z.ZodType<string | number> = z.union([z.number().transform(Math.trunc), textSchema], {
  error: schemaError('expects_text_or_number'),
});

/** Sirens. */
export const sirenDomain = defineDomain<SirenValues, SirenCapabilities>({
  name: 'siren',
  title: 'Siren',
  states: ['on', 'off'],
  unrecorded: ['available_tones'],
  features: { turn_on: 1, turn_off: 2, tones: 4, volume_set: 8, duration: 16 },
  deviceClasses: [],
  attributes: { available_tones: { description: 'The available tones.', capability: true } },
  services: [
    defineService({
      name: 'turn_on',
      fields: {
        tone: custom(
          toneSchema,
          { text: {} },
          {
            example: 'fire',
            filter: { features: ['tones'] },
          },
        ),
        volume_level: float({
          min: 0,
          max: 1,
          step: 0.05,
          example: 0.5,
          filter: { features: ['volume_set'] },
        }),
        duration: integer({ min: 0, unit: 'seconds', example: 15, filter: { features: ['duration'] } }),
      },
      requires: [['turn_on']],
      plan: (siren: SirenView, fields): Command<SirenValues> => ({
        service: 'turn_on',
        fields: { ...soundOf(siren, fields) },
        patch: { on: true },
      }),
    }),
    simpleService<SirenValues>('turn_off', { on: false }, [['turn_off']]),
    {
      name: 'toggle',
      fields: {},
      requires: [['turn_on', 'turn_off']],
      plan: ({ values }): Command<SirenValues> => {
        const on = values.on !== true;
        return { service: on ? 'turn_on' : 'turn_off', fields: {}, patch: { on } };
      },
    },
  ],
  deviceAutomations: ON_OFF_DEVICE,
  entityTriggers: ON_OFF_TRIGGERS,
  presentCapabilities: (capabilities, features) =>
    features.has('tones') ? { available_tones: capabilities.available_tones ?? null } : {},
  present: ({ values }) => ({ state: onOff(values.on), attributes: {} }),
});

/** The requested sound without unsupported fields. */
function soundOf(siren: SirenView, { tone, volume_level, duration }: Sound): Sound {
  return {
    ...(tone !== undefined && siren.features.has('tones') ? { tone: knownTone(siren, tone) } : {}),
    ...(volume_level !== undefined && siren.features.has('volume_set') ? { volume_level } : {}),
    ...(duration !== undefined && siren.features.has('duration') ? { duration } : {}),
  };
}

/** The tone's ID, also for a name. */
function knownTone(siren: SirenView, tone: string | number): string | number {
  const tones = siren.capabilities.available_tones ?? [];
  const pairs = Array.isArray(tones) ? tones.map((one) => [one, one] as const) : Object.entries(tones);
  const requested = String(tone);
  const found =
    pairs.find(([, name]) => String(name) === requested) ?? pairs.find(([id]) => String(id) === requested);
  if (found !== undefined) return found[0];
  throw refusal(
    'invalid_tone',
    { key: 'siren_has_no_tone', parameters: { siren: siren.id, tone: JSON.stringify(tone) } },
    {
      domain: 'siren',
      tone: requested,
    },
  );
}
