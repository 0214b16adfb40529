import type { TriggerKind } from '../config/trigger.ts';
import { calendarTrigger } from './calendar.ts';
import { conversationTrigger } from './conversation.ts';
import { deviceTrigger } from './device.ts';
import { eventTrigger } from './event.ts';
import { geoLocationTrigger } from './geo-location.ts';
import { homeassistantTrigger } from './homeassistant.ts';
import { mqttTrigger } from './mqtt.ts';
import { numericStateTrigger } from './numeric-state.ts';
import { persistentNotificationTrigger } from './persistent-notification.ts';
import { stateTrigger } from './state.ts';
import { sunTrigger } from './sun.ts';
import { tagTrigger } from './tag.ts';
import { templateTrigger } from './template.ts';
import { timeTrigger } from './time.ts';
import { timePatternTrigger } from './time-pattern.ts';
import { webhookTrigger } from './webhook.ts';
import { zoneTrigger } from './zone.ts';

/** All kinds of triggers except entity triggers, which have their own table. */
export const triggerKinds: readonly TriggerKind[] = [
  calendarTrigger,
  conversationTrigger,
  deviceTrigger,
  eventTrigger,
  homeassistantTrigger,
  geoLocationTrigger,
  mqttTrigger,
  persistentNotificationTrigger,
  tagTrigger,
  webhookTrigger,
  zoneTrigger,
  numericStateTrigger,
  stateTrigger,
  sunTrigger,
  templateTrigger,
  timeTrigger,
  timePatternTrigger,
];
