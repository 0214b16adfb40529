import { z } from 'zod';
import { type Clock, isoTime } from '../../../core/clock.ts';
import { ulid } from '../../../core/context.ts';
import { fault } from '../../../core/errors.ts';
import { PipelineFields } from '../../../core/pipeline-fields.ts';
import { type ConversationAgent, converse, requireSpeaker } from '../../conversation.ts';
import { LanguagesShape, PipelineShape, PipelinesShape } from '../../shapes/assist-shapes.ts';
import { AnyObject, Nothing, object } from '../../shapes/plain-shapes.ts';
import { type Call, type Command, defineCommand, defineSubscription, type Feed } from '../command.ts';

type Shown = PipelineFields & { readonly id: string };

/** The pipelines of assistants. */
export interface AssistPipelines {
  list(): readonly Shown[];
  readonly preferred: string;
  get(id?: string | null): Shown | undefined;
  create(fields: PipelineFields): Promise<Shown>;
  update(id: string, fields: PipelineFields): Promise<Shown>;
  delete(id: string): Promise<void>;
  prefer(id: string): Promise<void>;
}

const STAGES = ['wake_word', 'stt', 'intent', 'tts'] as const;

const runFields = {
  start_stage: z.enum(STAGES),
  end_stage: z.enum(STAGES),
  input: z.looseObject({ text: z.string().optional() }),
  pipeline: z.string().optional(),
  conversation_id: z.string().nullish(),
  device_id: z.string().nullish(),
  timeout: z.number().min(0).max(3600).optional(),
};
const Run = z.object(runFields);
type Run = z.infer<typeof Run>;

/** `assist_pipeline/*`, as far as text is concerned. */
export function assistPipelineCommands(
  pipelines: AssistPipelines,
  agent: ConversationAgent,
  clock: Clock,
): Command[] {
  const found = (id?: string): Shown => {
    const pipeline = pipelines.get(id);
    if (pipeline === undefined)
      throw fault('not_found', 'pipeline_not_found', { pipeline_id: (id ?? '').slice(0, 100) });
    return pipeline;
  };
  const pipeline_id = z.string();
  return [
    defineCommand({
      type: 'assist_pipeline/pipeline/list',
      permission: 'user',
      summary: 'Lists the pipelines of assistants',
      result: PipelinesShape,
      fields: {},
      handle: () => ({ pipelines: pipelines.list(), preferred_pipeline: pipelines.preferred }),
    }),
    defineCommand({
      type: 'assist_pipeline/pipeline/get',
      permission: 'user',
      summary: 'Returns a pipeline, by default the preferred one',
      result: PipelineShape,
      fields: { pipeline_id: pipeline_id.optional() },
      handle: ({ message }) => found(message.pipeline_id),
    }),
    defineCommand({
      type: 'assist_pipeline/pipeline/create',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Creates a pipeline',
      result: PipelineShape,
      fields: PipelineFields.shape,
      handle: ({ message }) => pipelines.create(PipelineFields.parse(message)),
    }),
    defineCommand({
      type: 'assist_pipeline/pipeline/update',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Changes a pipeline',
      result: PipelineShape,
      fields: { pipeline_id, ...PipelineFields.shape },
      handle: ({ message }) => pipelines.update(message.pipeline_id, PipelineFields.parse(message)),
    }),
    defineCommand({
      type: 'assist_pipeline/pipeline/delete',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Deletes a pipeline that is not the preferred one',
      result: Nothing,
      fields: { pipeline_id },
      handle: ({ message }) => pipelines.delete(message.pipeline_id),
    }),
    defineCommand({
      type: 'assist_pipeline/pipeline/set_preferred',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Sets the preferred pipeline',
      result: Nothing,
      fields: { pipeline_id },
      handle: ({ message }) => pipelines.prefer(message.pipeline_id),
    }),
    defineCommand({
      type: 'assist_pipeline/language/list',
      permission: 'user',
      summary: 'Lists the languages that pipelines support',
      result: LanguagesShape,
      fields: {},
      handle: () => ({ languages: [...agent.languages].sort() }),
    }),
    defineCommand({
      type: 'assist_pipeline/pipeline_debug/list',
      permission: 'admin',
      summary: 'Lists the recorded runs of a pipeline; none is kept',
      result: object({ pipeline_runs: z.array(AnyObject) }),
      fields: { pipeline_id },
      handle: () => ({ pipeline_runs: [] }),
    }),
    defineSubscription({
      type: 'assist_pipeline/run',
      permission: 'user',
      summary: 'Runs a pipeline with a text',
      fields: runFields,
      subscribe: (call, feed) => {
        requireSpeaker(call.access);
        const { start_stage: start, end_stage: end, input } = call.message;
        if (start !== 'intent' || end !== 'intent' || input.text === undefined)
          throw fault('not_supported', 'pipeline_runs_need_text');
        return run(found(call.message.pipeline), { agent, clock, call, text: input.text }, feed);
      },
    }),
  ];
}

interface RunParts {
  readonly agent: ConversationAgent;
  readonly clock: Clock;
  readonly call: Call<Run>;
  readonly text: string;
}

function run({ id, language, ...pipeline }: Shown, { agent, clock, call, text }: RunParts, feed: Feed) {
  const { access, message } = call;
  let isOpen = true;
  const send = (type: string, data: unknown): void => {
    if (isOpen) feed.event(JSON.stringify({ type, data, timestamp: isoTime(clock.now()) }));
  };
  const { device_id = null } = message;
  const conversation_id = message.conversation_id ?? ulid(clock.now());
  const { timeout = 300 } = message;
  const runner_data = { stt_binary_handler_id: null, timeout };
  send('run-start', { pipeline: id, language, conversation_id, runner_data });
  send('intent-start', {
    engine: pipeline.conversation_engine,
    language: pipeline.conversation_language,
    intent_input: text,
    conversation_id,
    device_id,
    satellite_id: null,
    prefer_local_intents: pipeline.prefer_local_intents ?? false,
  });
  const spoken = {
    ...{ text, conversation_id, device_id },
    language: pipeline.conversation_language,
    agent_id: pipeline.conversation_engine,
  };
  converse(agent, clock, spoken, access)
    .then((intent_output) => send('intent-end', { processed_locally: true, intent_output }))
    .catch(() => send('error', { code: 'intent-failed', message: 'The sentence could not be processed' }))
    .finally(() => send('run-end', null));
  return () => {
    isOpen = false;
  };
}
