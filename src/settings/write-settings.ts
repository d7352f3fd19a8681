/** Writes settings.json. The only importer of conf; load it only to write. */
import Conf from 'conf';
import type { JsonObject } from '../core/json-object.ts';
import { buildSettingsPath, readSettingsObject } from './settings-file.ts';

/**
 * Changes the settings file atomically, with mode 0600. psd2's own reader checks content and owner first and describes
 * their faults, because conf would throw the errors of JSON.parse and ignore the owner. The home must exist
 * (`makeOwnFolder`), and the caller must exclude other processes (see profiles/settings.ts).
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
