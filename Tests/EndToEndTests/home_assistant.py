"""A Home Assistant without its pages, at a broker: prints the entities that it makes of what it finds there, presses a button and sends a message,
and prints them again, each time as one line of JSON. Runs in a Python that has the package `homeassistant`; it is no test by itself.

    python home_assistant.py --config FOLDER --broker 127.0.0.1:1883 --watch ENTITY STATE --press ENTITY --say ENTITY TEXT --then STATE
"""
import argparse
import asyncio
import json
import os
import types

from homeassistant import auth, bootstrap, config_entries, core, loader
from homeassistant.setup import async_setup_component

# How long is waited for what must come, in seconds.
PATIENCE = 180


async def started(folder, broker):
    """The core, with its MQTT integration alone."""
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/configuration.yaml", "a"):
        pass
    hass = core.HomeAssistant(folder)
    # Nothing is fetched: what the integration needs is installed.
    hass.config.skip_pip = True
    loader.async_setup(hass)
    hass.config_entries = config_entries.ConfigEntries(hass, {})
    await bootstrap.async_load_base_functionality(hass)
    await hass.config_entries.async_initialize()
    hass.auth = await auth.auth_manager_from_config(hass, [{"type": "homeassistant"}], [])
    for name, settings in (("homeassistant", {}), ("http", {"http": {"server_host": "127.0.0.1", "server_port": 0}})):
        if not await async_setup_component(hass, name, settings):
            raise SystemExit(f"{name} does not start")
    host, port = broker.rsplit(":", 1)
    await hass.config_entries.async_add(config_entries.ConfigEntry(
        domain="mqtt", title="broker", source="user", entry_id="broker", unique_id=None, version=1, minor_version=2, options={},
        data={"broker": host, "port": int(port), "protocol": "5"}, discovery_keys=types.MappingProxyType({}), subentries_data=None,
        pref_disable_new_entities=False, pref_disable_polling=False))
    await hass.async_start()
    return hass


async def comes(hass, entity, state):
    """Waits until an entity has a state; prints all of them either way."""
    with_end = asyncio.get_running_loop().time() + PATIENCE
    while (there := hass.states.get(entity)) is None or there.state != state:
        if asyncio.get_running_loop().time() > with_end:
            break
        await asyncio.sleep(0.1)
    # What came with it, too.
    await asyncio.sleep(1)
    print(json.dumps({one.entity_id: {"state": one.state, "attributes": dict(one.attributes)} for one in hass.states.async_all()}, default=str),
          flush=True)


async def main(options):
    hass = await started(options.config, options.broker)
    entity, state = options.watch
    await comes(hass, entity, state)
    if options.say:
        await hass.services.async_call("notify", "send_message", dict(zip(("entity_id", "message"), options.say)), blocking=True)
    if options.press:
        await hass.services.async_call("button", "press", {"entity_id": options.press}, blocking=True)
    if options.then:
        await comes(hass, entity, options.then)
    await hass.async_stop(force=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", required=True)
    parser.add_argument("--broker", required=True)
    parser.add_argument("--watch", nargs=2, required=True, metavar=("ENTITY", "STATE"))
    parser.add_argument("--press", metavar="ENTITY")
    parser.add_argument("--say", nargs=2, metavar=("ENTITY", "TEXT"))
    parser.add_argument("--then", metavar="STATE")
    asyncio.run(main(parser.parse_args()))
