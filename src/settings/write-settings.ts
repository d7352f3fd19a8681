/** Writes settings.json, the only importer of conf: load it when something is to be written. */
import Conf from 'conf';
import type { JsonObject } from '../core/json-object.ts';
import { buildSettingsPath, readSettingsObject } from './settings-file.ts';

/**
 * Changes the settings file as one: it is there as it was or as it is to be, mode 0600, whatever happens meanwhile.
 * What is in it is read first by our own reader, which says what is wrong with it and whose it is; conf would throw
 * what JSON.parse throws and look at no owner. The home is there already (`makeOwnFolder`), and no other process writes
 * (see profiles/settings.ts).
 * @throws Fault as `readSettingsFile`
 * @see ADR 15
 */
export function writeSettings(
  home: string,
  uid: number | undefined,
  change: (settings: JsonObject) => JsonObject,
): void {
  const changed = change(readSettingsObject(home, uid) ?? {});
  const conf = new Conf({
    cwd: home,
    configName: 'settings',
    configFileMode: 0o600,
    accessPropertiesByDotNotation: false,
    serialize: (value) => `${JSON.stringify(value, undefined, 2)}\n`,
  });
  if (conf.path !== buildSettingsPath(home)) throw new Error(`conf writes to ${conf.path} instead`);
  conf.store = changed;
}
