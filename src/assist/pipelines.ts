import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { ulid } from '../core/context.ts';
import { fault } from '../core/errors.ts';
import { PipelineFields } from '../core/pipeline-fields.ts';
import type { Collection } from '../storage/documents.ts';

/** How an assistant hears, understands and speaks. */
export const Pipeline = PipelineFields.extend({ id: z.string(), isPreferred: z.boolean().optional() });
type StoredPipeline = Readonly<z.infer<typeof Pipeline>>;
/** A pipeline as clients see it. */
export type Pipeline = PipelineFields & { readonly id: string };

interface PipelineParts {
  readonly store: Collection<StoredPipeline>;
  readonly clock: Clock;
  readonly language: () => string;
}

const MAX_PIPELINES = 100;

/** The pipelines; there is always one, which is named "Home Assistant" at first. */
export class Pipelines {
  private readonly parts: PipelineParts;
  private initial: StoredPipeline | undefined;

  constructor(parts: PipelineParts) {
    this.parts = parts;
  }

  /** All pipelines in order of creation. */
  list(): Pipeline[] {
    return this.all().map(shown);
  }

  /** The ID of the pipeline that is used where none is named. */
  get preferred(): string {
    const all = this.all();
    return (all.find(({ isPreferred }) => isPreferred === true) ?? all[0])?.id ?? '';
  }

  /** A pipeline, by default the preferred one; undefined if there is none with the ID. */
  get(id?: string | null): Pipeline | undefined {
    const wanted = id ?? this.preferred;
    const found = this.all().find((one) => one.id === wanted);
    return found === undefined ? undefined : shown(found);
  }

  /** Adds a pipeline; resolves once it is durable. */
  async create(fields: PipelineFields): Promise<Pipeline> {
    const all = this.all();
    if (all.length >= MAX_PIPELINES) throw fault('not_allowed', 'too_many_pipelines', { max: MAX_PIPELINES });
    const made = { ...fields, id: ulid(this.parts.clock.now()).toLowerCase() };
    await this.parts.store.putAll([...all, made].map((one) => [one.id, one] as const));
    return shown(made);
  }

  /** Changes a pipeline. Throws `not_found`. */
  async update(id: string, fields: PipelineFields): Promise<Pipeline> {
    const known = this.known(id);
    const changed = { ...known, ...fields };
    await this.parts.store.put(id, changed);
    return shown(changed);
  }

  /** Removes a pipeline. Throws `not_found`, and `not_allowed` for the preferred one. */
  async delete(id: string): Promise<void> {
    this.known(id);
    if (id === this.preferred) throw fault('not_allowed', 'pipeline_is_preferred', { pipeline_id: id });
    await this.parts.store.delete(id);
  }

  /** Sets the preferred pipeline. Throws `not_found`. */
  async prefer(id: string): Promise<void> {
    this.known(id);
    const all = this.all().map((one) => [one.id, { ...one, isPreferred: one.id === id }] as const);
    await this.parts.store.putAll(all);
  }

  private known(id: string): StoredPipeline {
    const found = this.all().find((one) => one.id === id);
    if (found === undefined)
      throw fault('not_found', 'pipeline_not_found', { pipeline_id: id.slice(0, 100) });
    return found;
  }

  private all(): StoredPipeline[] {
    const stored = [...this.parts.store.entries.values()];
    if (stored.length > 0) return stored;
    this.initial ??= { ...this.defaults(), id: ulid(this.parts.clock.now()).toLowerCase() };
    return [this.initial];
  }

  private defaults(): PipelineFields {
    const language = this.parts.language();
    return {
      conversation_engine: 'conversation.home_assistant',
      conversation_language: language,
      language,
      name: 'Home Assistant',
      ...{ stt_engine: null, stt_language: null, tts_engine: null, tts_language: null, tts_voice: null },
      ...{ wake_word_entity: null, wake_word_id: null, prefer_local_intents: false },
    };
  }
}

function shown({ isPreferred: _isPreferred, ...pipeline }: StoredPipeline): Pipeline {
  return { ...pipeline, prefer_local_intents: pipeline.prefer_local_intents ?? false };
}
