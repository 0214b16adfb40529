"""Records what Home Assistant's helpers show during a generated week.

    python record.py START SEED SETTINGS > helpers-week.jsonl

Runs Home Assistant's own components in one process under a simulated clock (freezegun): time passes from one timer to
the next, so that a week takes minutes. Needs Python with homeassistant and freezegun; the process time zone is UTC.
The first line of the output has the settings and the origin of the rows, each other line a step of the week and the
states of helpers that are different from before.
"""

import asyncio
import json
import logging
import os
import random
import shutil
import sys
import tempfile
from datetime import datetime, timezone
from pathlib import Path

os.environ["TZ"] = "UTC"

from freezegun import freeze_time  # noqa: E402

START = datetime.fromisoformat(sys.argv[1])
SEED = int(sys.argv[2])
freezer = freeze_time(START.astimezone(timezone.utc).replace(tzinfo=None))
clock = freezer.start()

from homeassistant import bootstrap, const, core, loader  # noqa: E402
from homeassistant.components.recorder import Recorder, get_instance  # noqa: E402
from homeassistant.helpers import recorder as recorder_helper  # noqa: E402
from homeassistant.setup import async_setup_component  # noqa: E402
from homeassistant.util import yaml as yaml_util  # noqa: E402

from week import KINDS, generate  # noqa: E402

SETTINGS = Path(sys.argv[3])
TIME_ZONE = "Europe/Amsterdam"
COMPONENTS = ["homeassistant", "recorder", "select", "utility_meter", "sensor", "binary_sensor"]
ATTRIBUTES = {
    "last_period", "last_valid_state", "last_reset", "next_reset", "status", "unit_of_measurement", "state_class",
    "device_class", "buffer_usage_ratio", "age_coverage_ratio", "source_value_valid", "sample_count", "gradient",
    "position", "min_entity_id", "max_entity_id", "last_entity_id",
}


async def start(folder, sources=()):
    hass = core.HomeAssistant(folder)
    loader.async_setup(hass)
    from homeassistant.config_entries import ConfigEntries

    hass.config_entries = ConfigEntries(hass, {})
    await hass.config.async_set_time_zone(TIME_ZONE)
    await bootstrap.async_load_base_functionality(hass)
    # What devices had reported before is known before helpers start.
    for one in sources:
        hass.states.async_set(one.entity_id, one.state, one.attributes, timestamp=one.last_updated_timestamp)
    settings = yaml_util.load_yaml(str(SETTINGS))
    config = {"recorder": {"commit_interval": 0, "auto_purge": False, "include": {"entities": list(KINDS)}}, **settings}
    recorder_helper.async_initialize_recorder(hass)
    # Only their interfaces are missing here.
    hass.config.components.update({"http", "history", "frontend", "websocket_api"})
    for name in COMPONENTS:
        if not await async_setup_component(hass, name, config):
            raise RuntimeError(f"{name} failed")
    await hass.async_start()
    await settle(hass)
    return hass


async def settle(hass):
    await hass.async_block_till_done()
    await get_instance(hass).async_block_till_done()
    await hass.async_block_till_done()


async def advance(hass, until):
    """Moves the clock to a time, from timer to timer."""
    loop = hass.loop
    target = until.timestamp()
    while True:
        now = datetime.now(timezone.utc).timestamp()
        offset = loop.time() - now
        due = [one.when() - offset for one in loop._scheduled if not one.cancelled()]
        following = min((one for one in due), default=target + 1)
        if following > target:
            break
        move(max(now, following + 0.00001))
        await asyncio.sleep(0)
        await hass.async_block_till_done()
    move(target)
    await asyncio.sleep(0)
    await hass.async_block_till_done()


def move(timestamp):
    clock.move_to(datetime.fromtimestamp(round(timestamp, 5), timezone.utc).replace(tzinfo=None))


def shown(hass):
    """What the helpers show: the state as `entity`, attributes that tests compare as `entity.attribute`."""
    seen = {}
    for one in hass.states.async_all():
        if one.entity_id in KINDS:
            continue
        name = one.entity_id.removeprefix("sensor.")
        seen[name] = one.state
        for key in ATTRIBUTES:
            seen[f"{name}:{key}"] = short(one.attributes.get(key))
    return seen


def short(value):
    return round(value, 6) if isinstance(value, float) else value


async def main():
    folder = tempfile.mkdtemp()
    random.randint = lambda low, high: low  # the jitter of coordinators
    Recorder.async_periodic_statistics = lambda *_: None  # no helper reads them
    Recorder._async_keep_alive = lambda *_: None
    print(json.dumps({
        "from": f"Home Assistant {const.__version__}", "start": START.isoformat(), "seed": SEED,
        "time_zone": TIME_ZONE, "sources": KINDS,
    }))
    hass = await start(folder)
    before = {}
    for step in generate(START, SEED):
        at = datetime.fromisoformat(step["at"])
        if hass is not None:
            await advance(hass, at)
        else:
            move(at.timestamp())
        if step.get("do") == "stop":
            await settle(hass)
            sources = [one for one in hass.states.async_all() if one.entity_id in KINDS]
            await hass.async_stop(force=True)
            hass = None
        elif step.get("do") == "start":
            hass = await start(folder, sources)
        for entity, state in step.get("set", []):
            hass.states.async_set(entity, state, KINDS[entity])
            await hass.async_block_till_done()
        for domain, service, data in step.get("call", []):
            await hass.services.async_call(domain, service, data, blocking=True)
        if hass is not None:
            await settle(hass)
            now = shown(hass)
            step["shows"] = {
                key: value for key, value in now.items() if before.get(key) != value
            }
            if not step["shows"]:
                del step["shows"]
            before = now
        print(json.dumps(step, default=str, ensure_ascii=False, separators=(",", ":")), flush=True)
    if hass is not None:
        await hass.async_stop(force=True)
    shutil.rmtree(folder)


logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
asyncio.run(main())
