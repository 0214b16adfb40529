"""Generates the steps of the week: what the sources report, calls, and downtime in the middle."""

import math
import random
from datetime import datetime, timedelta, timezone

ENERGY = {"unit_of_measurement": "kWh", "device_class": "energy", "state_class": "total_increasing"}
EXCHANGE = {"unit_of_measurement": "kWh", "device_class": "energy", "state_class": "total"}
PULSE = {"unit_of_measurement": "kWh", "device_class": "energy"}
WATER = {"unit_of_measurement": "L", "device_class": "water", "state_class": "total_increasing"}
DEGREES = {"unit_of_measurement": "°C", "device_class": "temperature", "state_class": "measurement"}
WATTS = {"unit_of_measurement": "W", "device_class": "power", "state_class": "measurement"}
KINDS = {
    "sensor.meter": ENERGY, "sensor.exchange": EXCHANGE, "sensor.pulse": PULSE, "sensor.water": WATER,
    "sensor.outside": DEGREES, "sensor.inside": DEGREES, "sensor.attic": DEGREES, "sensor.power": WATTS,
    "sensor.activity": {}, "binary_sensor.motion": {"device_class": "motion"},
}
HOURS = 7 * 24
OFF = (75.2, 82.6)
"""Downtime, in hours after the start; it contains a midnight or not, depending on the start."""


def generate(start, seed):
    chance = random.Random(seed)
    values = {"meter": 1000.0, "exchange": 50.0, "water": 300.0, "motion": False}
    hour = 0.0
    stopped = started = False
    steps = 0
    yield step(start, 0, set=[reading(key, value) for key, value in first(values)])
    while True:
        hour += chance.choice([0.05, 0.1, 0.2, 0.25, 0.3, 0.4, 0.7]) + chance.random() * 0.05
        # Home Assistant notices up to a minute late that the period of a history statistic has moved.
        if hour % 1 < 0.02:
            hour += 0.02
        if hour > HOURS:
            return
        if hour > OFF[0] and not stopped:
            stopped = True
            yield step(start, OFF[0], do="stop")
        if OFF[0] <= hour <= OFF[1]:
            grow(values, hour, chance)
            continue
        if hour > OFF[1] and not started:
            started = True
            yield step(start, OFF[1], do="start")
            yield step(start, OFF[1] + 0.005, set=[reading(key, value) for key, value in first(values)])
        steps += 1
        grow(values, hour, chance)
        changes = [one for one in reported(values, hour, chance) if chance.random() < 0.45]
        odd = oddity(steps, values)
        replaced = {entity for entity, _ in odd.get("set", [])}
        changes = [one for one in changes if one[0] not in replaced]
        yield step(start, hour, **{**({"set": changes + odd.pop("set", [])}), **odd})


def step(start, hour, **more):
    at = start.astimezone(timezone.utc) + timedelta(milliseconds=round(hour * 3_600_000))
    return {"at": at.isoformat(timespec="milliseconds"), **{key: one for key, one in more.items() if one}}


def reading(entity, state):
    return [entity, state]


def first(values):
    return [
        ("sensor.meter", text(values["meter"])), ("sensor.exchange", text(values["exchange"])),
        ("sensor.pulse", "0"), ("sensor.water", text(values["water"])), ("sensor.outside", "8.5"),
        ("sensor.inside", "20.1"), ("sensor.attic", "14.2"), ("sensor.power", "350"), ("sensor.activity", "idle"),
        ("binary_sensor.motion", "off"),
    ]


def text(value):
    return f"{value:.3f}".rstrip("0").rstrip(".")


def grow(values, hour, chance):
    values["meter"] += chance.random() * 0.6
    values["exchange"] += (chance.random() - 0.6) * 2
    values["water"] += chance.choice([0, 0, 1.5, 8, 40])


def reported(values, hour, chance):
    warm = 9 + 6 * math.sin((hour - 9) / 24 * 2 * math.pi)
    yield reading("sensor.meter", text(values["meter"]))
    yield reading("sensor.exchange", text(values["exchange"]))
    yield reading("sensor.pulse", text(chance.random() * 0.3))
    yield reading("sensor.water", text(values["water"]))
    yield reading("sensor.outside", f"{warm + chance.gauss(0, 0.8):.1f}")
    yield reading("sensor.inside", f"{20.5 + chance.gauss(0, 0.9):.1f}")
    yield reading("sensor.attic", f"{14 + chance.gauss(0, 2):.1f}")
    yield reading("sensor.power", f"{max(0, 600 + chance.gauss(0, 500)):.0f}")
    yield reading("sensor.activity", chance.choice(["idle", "heating", "preheating", "off"]))
    yield reading("binary_sensor.motion", chance.choice(["on", "off"]))


def oddity(count, values):
    """What goes wrong or is done by hand, at fixed steps of the week."""
    if count in (40, 300):  # a new meter
        values["meter"] = 0.25
        return {"set": [reading("sensor.meter", "0.25")]}
    if count in (60, 330):  # reports 0 for a moment
        return {"set": [reading("sensor.meter", "0")]}
    if count in (80, 350):  # jumps back a little
        values["meter"] -= 0.4
        return {"set": [reading("sensor.meter", text(values["meter"]))]}
    if count in (100, 370):
        return {"set": [reading(key, "unavailable") for key in ("sensor.meter", "sensor.power", "sensor.outside",
                                                                 "sensor.pulse", "binary_sensor.motion")]}
    if count in (120, 390):
        return {"set": [reading(key, "unknown") for key in ("sensor.meter", "sensor.power", "sensor.outside",
                                                             "sensor.inside")]}
    if count in (140, 410):
        return {"set": [reading("sensor.power", "none"), reading("sensor.outside", "n/a")]}
    if count in (150, 420):
        return {"set": [reading("sensor.power", "1e6"), reading("sensor.exchange", "-1e6")]}
    if count % 37 == 0:
        tariff = "low" if count // 37 % 2 else "peak"
        return {"call": [["select", "select_option", {"entity_id": "select.used_at_tariffs", "option": tariff}]]}
    if count == 170:
        return {"call": [["utility_meter", "reset", {"entity_id": "select.used_at_tariffs"}]]}
    if count == 180:
        return {"call": [["utility_meter", "calibrate", {"entity_id": "sensor.used_weekly", "value": "12.5"}]]}
    return {}
