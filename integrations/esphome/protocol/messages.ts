/**
 * The messages of ESPHome's native API that are used here: the number on the wire (0 for parts of others), then the
 * fields with their numbers and types. What a device sends besides is passed over.
 */
export const MESSAGES = {
  HelloRequest: '1 client_info=1:string api_version_major=2:uint32 api_version_minor=3:uint32',
  HelloResponse: '2 api_version_major=1:uint32 api_version_minor=2:uint32 server_info=3:string name=4:string',
  AuthenticationRequest: '3 password=1:string',
  AuthenticationResponse: '4 invalid_password=1:bool',
  DisconnectRequest: '5 reason=1:uint32',
  DisconnectResponse: '6',
  PingRequest: '7',
  PingResponse: '8',
  DeviceInfoRequest: '9',
  AreaInfo: '0 area_id=1:uint32 name=2:string',
  DeviceInfo: '0 device_id=1:uint32 name=2:string area_id=3:uint32',
  DeviceInfoResponse:
    '10 uses_password=1:bool name=2:string mac_address=3:string esphome_version=4:string compilation_time=5:string model=6:string has_deep_sleep=7:bool project_name=8:string project_version=9:string webserver_port=10:uint32 manufacturer=12:string friendly_name=13:string suggested_area=16:string api_encryption_supported=19:bool devices=20:DeviceInfo[] areas=21:AreaInfo[] area=22:AreaInfo',
  ListEntitiesRequest: '11',
  ListEntitiesDoneResponse: '19',
  SubscribeStatesRequest: '20',
  ListEntitiesBinarySensorResponse:
    '12 object_id=1:string key=2:fixed32 name=3:string device_class=5:string is_status_binary_sensor=6:bool disabled_by_default=7:bool icon=8:string entity_category=9:uint32 device_id=10:uint32',
  BinarySensorStateResponse: '21 key=1:fixed32 state=2:bool missing_state=3:bool device_id=4:uint32',
  ListEntitiesCoverResponse:
    '13 object_id=1:string key=2:fixed32 name=3:string assumed_state=5:bool supports_position=6:bool supports_tilt=7:bool device_class=8:string disabled_by_default=9:bool icon=10:string entity_category=11:uint32 supports_stop=12:bool device_id=13:uint32',
  CoverStateResponse:
    '22 key=1:fixed32 position=3:float tilt=4:float current_operation=5:uint32 device_id=6:uint32',
  CoverCommandRequest:
    '30 key=1:fixed32 has_position=4:bool position=5:float has_tilt=6:bool tilt=7:float stop=8:bool device_id=9:uint32',
  ListEntitiesFanResponse:
    '14 object_id=1:string key=2:fixed32 name=3:string supports_oscillation=5:bool supports_speed=6:bool supports_direction=7:bool supported_speed_count=8:int32 disabled_by_default=9:bool icon=10:string entity_category=11:uint32 supported_preset_modes=12:string[] device_id=13:uint32',
  FanStateResponse:
    '23 key=1:fixed32 state=2:bool oscillating=3:bool direction=5:uint32 speed_level=6:int32 preset_mode=7:string device_id=8:uint32',
  FanCommandRequest:
    '31 key=1:fixed32 has_state=2:bool state=3:bool has_oscillating=6:bool oscillating=7:bool has_direction=8:bool direction=9:uint32 has_speed_level=10:bool speed_level=11:int32 has_preset_mode=12:bool preset_mode=13:string device_id=14:uint32',
  ListEntitiesLightResponse:
    '15 object_id=1:string key=2:fixed32 name=3:string supported_color_modes=12:uint32[] min_mireds=9:float max_mireds=10:float effects=11:string[] disabled_by_default=13:bool icon=14:string entity_category=15:uint32 device_id=16:uint32',
  LightStateResponse:
    '24 key=1:fixed32 state=2:bool brightness=3:float color_mode=11:uint32 color_brightness=10:float red=4:float green=5:float blue=6:float white=7:float color_temperature=8:float cold_white=12:float warm_white=13:float effect=9:string device_id=14:uint32',
  LightCommandRequest:
    '32 key=1:fixed32 has_state=2:bool state=3:bool has_brightness=4:bool brightness=5:float has_color_mode=22:bool color_mode=23:uint32 has_color_brightness=20:bool color_brightness=21:float has_rgb=6:bool red=7:float green=8:float blue=9:float has_white=10:bool white=11:float has_color_temperature=12:bool color_temperature=13:float has_cold_white=24:bool cold_white=25:float has_warm_white=26:bool warm_white=27:float has_transition_length=14:bool transition_length=15:uint32 has_flash_length=16:bool flash_length=17:uint32 has_effect=18:bool effect=19:string device_id=28:uint32',
  ListEntitiesSensorResponse:
    '16 object_id=1:string key=2:fixed32 name=3:string icon=5:string unit_of_measurement=6:string accuracy_decimals=7:int32 force_update=8:bool device_class=9:string state_class=10:uint32 disabled_by_default=12:bool entity_category=13:uint32 device_id=14:uint32',
  SensorStateResponse: '25 key=1:fixed32 state=2:float missing_state=3:bool device_id=4:uint32',
  ListEntitiesSwitchResponse:
    '17 object_id=1:string key=2:fixed32 name=3:string icon=5:string assumed_state=6:bool disabled_by_default=7:bool entity_category=8:uint32 device_class=9:string device_id=10:uint32',
  SwitchStateResponse: '26 key=1:fixed32 state=2:bool device_id=3:uint32 missing_state=4:bool',
  SwitchCommandRequest: '33 key=1:fixed32 state=2:bool device_id=3:uint32',
  ListEntitiesTextSensorResponse:
    '18 object_id=1:string key=2:fixed32 name=3:string icon=5:string disabled_by_default=6:bool entity_category=7:uint32 device_class=8:string device_id=9:uint32',
  TextSensorStateResponse: '27 key=1:fixed32 state=2:string missing_state=3:bool device_id=4:uint32',
  SubscribeLogsRequest: '28 level=1:uint32 dump_config=2:bool',
  SubscribeLogsResponse: '29 level=1:uint32 message=3:bytes',
  SubscribeHomeassistantServicesRequest: '34',
  HomeassistantServiceMap: '0 key=1:string value=2:string',
  HomeassistantActionRequest:
    '35 service=1:string data=2:HomeassistantServiceMap[] data_template=3:HomeassistantServiceMap[] variables=4:HomeassistantServiceMap[] is_event=5:bool call_id=6:uint32 wants_response=7:bool response_template=8:string',
  HomeassistantActionResponse:
    '130 call_id=1:uint32 success=2:bool error_message=3:string response_data=4:bytes',
  SubscribeHomeAssistantStatesRequest: '38',
  SubscribeHomeAssistantStateResponse: '39 entity_id=1:string attribute=2:string once=3:bool',
  HomeAssistantStateResponse: '40 entity_id=1:string state=2:string attribute=3:string',
  GetTimeRequest: '36',
  GetTimeResponse: '37 epoch_seconds=1:fixed32',
  ListEntitiesServicesArgument: '0 name=1:string type=2:uint32 description=3:string example=4:string',
  ListEntitiesServicesResponse:
    '41 name=1:string key=2:fixed32 args=3:ListEntitiesServicesArgument[] supports_response=4:uint32 description=5:string',
  ExecuteServiceArgument:
    '0 bool_=1:bool legacy_int=2:int32 float_=3:float string_=4:string int_=5:sint32 bool_array=6:bool[] int_array=7:sint32[] float_array=8:float[] string_array=9:string[]',
  ExecuteServiceRequest:
    '42 key=1:fixed32 args=2:ExecuteServiceArgument[] call_id=3:uint32 return_response=4:bool',
  ExecuteServiceResponse: '131 call_id=1:uint32 success=2:bool error_message=3:string response_data=4:bytes',
  ListEntitiesCameraResponse:
    '43 object_id=1:string key=2:fixed32 name=3:string disabled_by_default=5:bool icon=6:string entity_category=7:uint32 device_id=8:uint32',
  CameraImageResponse: '44 key=1:fixed32 data=2:bytes done=3:bool device_id=4:uint32',
  CameraImageRequest: '45 single=1:bool stream=2:bool',
  ListEntitiesClimateResponse:
    '46 object_id=1:string key=2:fixed32 name=3:string supports_current_temperature=5:bool supports_two_point_target_temperature=6:bool supported_modes=7:uint32[] visual_min_temperature=8:float visual_max_temperature=9:float visual_target_temperature_step=10:float supports_action=12:bool supported_fan_modes=13:uint32[] supported_swing_modes=14:uint32[] supported_custom_fan_modes=15:string[] supported_presets=16:uint32[] supported_custom_presets=17:string[] disabled_by_default=18:bool icon=19:string entity_category=20:uint32 visual_current_temperature_step=21:float supports_current_humidity=22:bool supports_target_humidity=23:bool visual_min_humidity=24:float visual_max_humidity=25:float device_id=26:uint32 feature_flags=27:uint32 temperature_unit=28:uint32',
  ClimateStateResponse:
    '47 key=1:fixed32 mode=2:uint32 current_temperature=3:float target_temperature=4:float target_temperature_low=5:float target_temperature_high=6:float action=8:uint32 fan_mode=9:uint32 swing_mode=10:uint32 custom_fan_mode=11:string preset=12:uint32 custom_preset=13:string current_humidity=14:float target_humidity=15:float device_id=16:uint32 missing_state=17:bool',
  ClimateCommandRequest:
    '48 key=1:fixed32 has_mode=2:bool mode=3:uint32 has_target_temperature=4:bool target_temperature=5:float has_target_temperature_low=6:bool target_temperature_low=7:float has_target_temperature_high=8:bool target_temperature_high=9:float has_fan_mode=12:bool fan_mode=13:uint32 has_swing_mode=14:bool swing_mode=15:uint32 has_custom_fan_mode=16:bool custom_fan_mode=17:string has_preset=18:bool preset=19:uint32 has_custom_preset=20:bool custom_preset=21:string has_target_humidity=22:bool target_humidity=23:float device_id=24:uint32',
  ListEntitiesWaterHeaterResponse:
    '132 object_id=1:string key=2:fixed32 name=3:string icon=4:string disabled_by_default=5:bool entity_category=6:uint32 device_id=7:uint32 min_temperature=8:float max_temperature=9:float target_temperature_step=10:float supported_modes=11:uint32[] supported_features=12:uint32 temperature_unit=13:uint32',
  WaterHeaterStateResponse:
    '133 key=1:fixed32 current_temperature=2:float target_temperature=3:float mode=4:uint32 device_id=5:uint32 state=6:uint32 target_temperature_low=7:float target_temperature_high=8:float missing_state=9:bool',
  WaterHeaterCommandRequest:
    '134 key=1:fixed32 has_fields=2:uint32 mode=3:uint32 target_temperature=4:float device_id=5:uint32 state=6:uint32 target_temperature_low=7:float target_temperature_high=8:float',
  ListEntitiesNumberResponse:
    '49 object_id=1:string key=2:fixed32 name=3:string icon=5:string min_value=6:float max_value=7:float step=8:float disabled_by_default=9:bool entity_category=10:uint32 unit_of_measurement=11:string mode=12:uint32 device_class=13:string device_id=14:uint32',
  NumberStateResponse: '50 key=1:fixed32 state=2:float missing_state=3:bool device_id=4:uint32',
  NumberCommandRequest: '51 key=1:fixed32 state=2:float device_id=3:uint32',
  ListEntitiesSelectResponse:
    '52 object_id=1:string key=2:fixed32 name=3:string icon=5:string options=6:string[] disabled_by_default=7:bool entity_category=8:uint32 device_id=9:uint32',
  SelectStateResponse: '53 key=1:fixed32 state=2:string missing_state=3:bool device_id=4:uint32',
  SelectCommandRequest: '54 key=1:fixed32 state=2:string device_id=3:uint32',
  ListEntitiesSirenResponse:
    '55 object_id=1:string key=2:fixed32 name=3:string icon=5:string disabled_by_default=6:bool tones=7:string[] supports_duration=8:bool supports_volume=9:bool entity_category=10:uint32 device_id=11:uint32',
  SirenStateResponse: '56 key=1:fixed32 state=2:bool device_id=3:uint32',
  SirenCommandRequest:
    '57 key=1:fixed32 has_state=2:bool state=3:bool has_tone=4:bool tone=5:string has_duration=6:bool duration=7:uint32 has_volume=8:bool volume=9:float device_id=10:uint32',
  ListEntitiesLockResponse:
    '58 object_id=1:string key=2:fixed32 name=3:string icon=5:string disabled_by_default=6:bool entity_category=7:uint32 assumed_state=8:bool supports_open=9:bool requires_code=10:bool code_format=11:string device_id=12:uint32',
  LockStateResponse: '59 key=1:fixed32 state=2:uint32 device_id=3:uint32',
  LockCommandRequest: '60 key=1:fixed32 command=2:uint32 has_code=3:bool code=4:string device_id=5:uint32',
  ListEntitiesButtonResponse:
    '61 object_id=1:string key=2:fixed32 name=3:string icon=5:string disabled_by_default=6:bool entity_category=7:uint32 device_class=8:string device_id=9:uint32',
  ButtonCommandRequest: '62 key=1:fixed32 device_id=2:uint32',
  ListEntitiesMediaPlayerResponse:
    '63 object_id=1:string key=2:fixed32 name=3:string icon=5:string disabled_by_default=6:bool entity_category=7:uint32 device_id=10:uint32 feature_flags=11:uint32',
  MediaPlayerStateResponse: '64 key=1:fixed32 state=2:uint32 volume=3:float muted=4:bool device_id=5:uint32',
  MediaPlayerCommandRequest:
    '65 key=1:fixed32 has_command=2:bool command=3:uint32 has_volume=4:bool volume=5:float has_media_url=6:bool media_url=7:string has_announcement=8:bool announcement=9:bool device_id=10:uint32',
  ListEntitiesAlarmControlPanelResponse:
    '94 object_id=1:string key=2:fixed32 name=3:string icon=5:string disabled_by_default=6:bool entity_category=7:uint32 supported_features=8:uint32 requires_code=9:bool requires_code_to_arm=10:bool device_id=11:uint32',
  AlarmControlPanelStateResponse: '95 key=1:fixed32 state=2:uint32 device_id=3:uint32',
  AlarmControlPanelCommandRequest: '96 key=1:fixed32 command=2:uint32 code=3:string device_id=4:uint32',
  ListEntitiesTextResponse:
    '97 object_id=1:string key=2:fixed32 name=3:string icon=5:string disabled_by_default=6:bool entity_category=7:uint32 min_length=8:uint32 max_length=9:uint32 pattern=10:string mode=11:uint32 device_id=12:uint32',
  TextStateResponse: '98 key=1:fixed32 state=2:string missing_state=3:bool device_id=4:uint32',
  TextCommandRequest: '99 key=1:fixed32 state=2:string device_id=3:uint32',
  ListEntitiesDateResponse:
    '100 object_id=1:string key=2:fixed32 name=3:string icon=5:string disabled_by_default=6:bool entity_category=7:uint32 device_id=8:uint32',
  DateStateResponse:
    '101 key=1:fixed32 missing_state=2:bool year=3:uint32 month=4:uint32 day=5:uint32 device_id=6:uint32',
  DateCommandRequest: '102 key=1:fixed32 year=2:uint32 month=3:uint32 day=4:uint32 device_id=5:uint32',
  ListEntitiesTimeResponse:
    '103 object_id=1:string key=2:fixed32 name=3:string icon=5:string disabled_by_default=6:bool entity_category=7:uint32 device_id=8:uint32',
  TimeStateResponse:
    '104 key=1:fixed32 missing_state=2:bool hour=3:uint32 minute=4:uint32 second=5:uint32 device_id=6:uint32',
  TimeCommandRequest: '105 key=1:fixed32 hour=2:uint32 minute=3:uint32 second=4:uint32 device_id=5:uint32',
  ListEntitiesEventResponse:
    '107 object_id=1:string key=2:fixed32 name=3:string icon=5:string disabled_by_default=6:bool entity_category=7:uint32 device_class=8:string event_types=9:string[] device_id=10:uint32',
  EventResponse: '108 key=1:fixed32 event_type=2:string device_id=3:uint32',
  ListEntitiesValveResponse:
    '109 object_id=1:string key=2:fixed32 name=3:string icon=5:string disabled_by_default=6:bool entity_category=7:uint32 device_class=8:string assumed_state=9:bool supports_position=10:bool supports_stop=11:bool device_id=12:uint32',
  ValveStateResponse: '110 key=1:fixed32 position=2:float current_operation=3:uint32 device_id=4:uint32',
  ValveCommandRequest:
    '111 key=1:fixed32 has_position=2:bool position=3:float stop=4:bool device_id=5:uint32',
  ListEntitiesDateTimeResponse:
    '112 object_id=1:string key=2:fixed32 name=3:string icon=5:string disabled_by_default=6:bool entity_category=7:uint32 device_id=8:uint32',
  DateTimeStateResponse: '113 key=1:fixed32 missing_state=2:bool epoch_seconds=3:fixed32 device_id=4:uint32',
  DateTimeCommandRequest: '114 key=1:fixed32 epoch_seconds=2:fixed32 device_id=3:uint32',
  ListEntitiesUpdateResponse:
    '116 object_id=1:string key=2:fixed32 name=3:string icon=5:string disabled_by_default=6:bool entity_category=7:uint32 device_class=8:string device_id=9:uint32',
  UpdateStateResponse:
    '117 key=1:fixed32 missing_state=2:bool in_progress=3:bool has_progress=4:bool progress=5:float current_version=6:string latest_version=7:string title=8:string release_summary=9:string release_url=10:string device_id=11:uint32',
  UpdateCommandRequest: '118 key=1:fixed32 command=2:uint32 device_id=3:uint32',
} as const;

export type MessageName = keyof typeof MESSAGES;

type Trimmed<Text extends string> = Text extends `${string} ${infer Fields}` ? Fields : '';
type ScalarOf<Type extends string> = Type extends 'string'
  ? string
  : Type extends 'bool'
    ? boolean
    : Type extends 'bytes'
      ? Buffer
      : Type extends MessageName
        ? Message<Type>
        : number;
type ValueOf<Type extends string> = Type extends `${infer One}[]` ? readonly ScalarOf<One>[] : ScalarOf<Type>;
type Parsed<Text extends string, Known = unknown> = Text extends `${infer Field} ${infer Rest}`
  ? Parsed<Rest, Known & Parsed<Field>>
  : Text extends `${infer Name}=${string}:${infer Type}`
    ? Known & { readonly [Key in Name]: ValueOf<Type> }
    : Known;

/** A message with all of its fields; those that were not sent have the value of their type that means nothing. */
export type Message<Name extends MessageName = MessageName> = Parsed<Trimmed<(typeof MESSAGES)[Name]>>;

/** A field: its number and type. */
export interface Field {
  readonly name: string;
  readonly number: number;
  readonly type: string;
  readonly isList: boolean;
}

const tables = new Map<MessageName, readonly Field[]>();

/** The fields of a message. */
export function fieldsOf(message: MessageName): readonly Field[] {
  const known = tables.get(message);
  if (known !== undefined) return known;
  const [, ...parts] = MESSAGES[message].split(' ');
  const fields = parts.map((part): Field => {
    const [name = '', number = '', type = ''] = part.split(/[=:]/);
    return { name, number: Number(number), type: type.replace('[]', ''), isList: type.endsWith('[]') };
  });
  tables.set(message, fields);
  return fields;
}

/** The number of a message on the wire. */
export function numberOf(message: MessageName): number {
  return Number.parseInt(MESSAGES[message], 10);
}

const byNumber = new Map(
  (Object.keys(MESSAGES) as MessageName[]).map((name) => [numberOf(name), name] as const),
);

/** The name of a message; undefined for one that is not used here. */
export function nameOf(number: number): MessageName | undefined {
  return number === 0 ? undefined : byNumber.get(number);
}
