import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConversationAgent } from '../api/conversation.ts';
import { Agent } from '../assist/agent.ts';
import { AssistTexts } from '../assist/assist-texts.ts';
import { conversationServices } from '../assist/conversation-services.ts';
import { Exposure, ExposureChoices } from '../assist/exposure.ts';
import { HomeNames } from '../assist/home-names.ts';
import { LANGUAGES, Languages } from '../assist/languages.ts';
import { Pipeline, Pipelines } from '../assist/pipelines.ts';
import { Speech } from '../assist/speech.ts';
import { Understanding } from '../assist/understanding.ts';
import { isObject } from '../core/coerce.ts';
import { Datetime } from '../jinja/time/datetime.ts';
import { zoneOf } from '../jinja/time/zone.ts';
import type { Documents } from '../storage/documents.ts';
import type { HubAssist, HubContext } from './hub-context.ts';

/** The folders of the included sentences and of the message catalogs. */
const SENTENCES = new URL('../../sentences', import.meta.url);
const LOCALES = new URL('../../locales', import.meta.url);

/** Opens the assistant that understands sentences. */
export function openAssist(
  hub: Omit<HubContext, 'assist' | 'phones' | 'changes'>,
  documents: Documents,
): HubAssist {
  const { options, clock, bus, states, home: model, templates, automation } = hub;
  const log = options.logFile.log.named('assist');
  const store = documents.collection('exposed_entities', ExposureChoices);
  const exposure = new Exposure({ store, registry: model.registry, states });
  const home = { ...model, states, exposure };
  const language = () => model.home.facts.language;
  const languages = new Languages({
    included: fileURLToPath(SENTENCES),
    custom: join(options.settings.dataDir, 'custom_sentences'),
    configured: async () => {
      const section = (await options.readSection('conversation'))?.value;
      return isObject(section) ? section.intents : undefined;
    },
    ...{ log, clock },
  });
  const agent = new Agent({
    ...{ home, engine: model.engine, languages, clock, log, triggers: automation.sentences },
    understanding: new Understanding(home, new HomeNames(home, bus)),
    speech: new Speech(() => templates.service()),
    texts: new AssistTexts(fileURLToPath(LOCALES)),
    now: () => Datetime.at(BigInt(Math.round(clock.now() * 1000)), zoneOf(model.home.facts.time_zone)),
  });
  const conversation: ConversationAgent = {
    languages: LANGUAGES,
    language,
    process: (utterance) => agent.process(utterance),
    prepare: (tag) => agent.prepare(tag),
    debug: (sentences, by) => agent.debug(sentences, by),
    triggerSentences: () => automation.sentences.list(),
  };
  const pipelines = new Pipelines({
    store: documents.collection('assist_pipelines', Pipeline),
    clock,
    language,
  });
  return {
    exposure,
    services: conversationServices({ agent, languages, clock, language }),
    commandParts: {
      conversation: [conversation, clock],
      exposure: [exposure],
      assistPipelines: [pipelines, conversation, clock],
    },
    routeParts: { conversation: [conversation, clock] },
  };
}
