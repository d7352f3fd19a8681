import { clock } from '../../clock.ts';
import { Fault } from '../../errors.ts';
import { isObject, type JsonObject } from '../../json-object.ts';
import { homeFolder, profilePlaces } from '../../settings/home.ts';
import { openSettings } from '../../settings/open-settings.ts';
import { isBuiltIn, type Profile, profileNamed } from '../../settings/profile.ts';
import { readSettingsFile } from '../../settings/settings-file.ts';
import type { Surroundings } from '../../settings/surroundings.ts';
import { agreeToDeletion } from '../agree-to-deletion.ts';
import { inLedgerAt } from '../in-ledger.ts';
import type { Program } from '../program.ts';
import type { RemovedProfile, UsedProfile } from './shapes.ts';

/**
 * Has commands use a profile where nothing else names one.
 * @throws Fault INPUT_INVALID where there is none of this name
 * @see C-profile-commands
 */
export async function useProfile({ surroundings, notice }: Program, name: string): Promise<UsedProfile> {
  const { uid } = surroundings;
  const home = homeFolder(surroundings);
  const { bank } = named(home, uid, name);
  const { changeSettings } = await import('./change-settings.ts');
  await changeSettings(home, uid, (settings) => ({ ...settings, profile: name }));
  const other = otherChoice(surroundings, name);
  if (other !== undefined) notice(other);
  return { name, bank };
}

/** What goes before the settings file here, perhaps with a profile that there is not: the file is changed by now. */
function otherChoice(surroundings: Surroundings, name: string): string | undefined {
  try {
    const { profile, origins } = openSettings(surroundings);
    if (profile.name === name) return undefined;
    return `In this folder, ${origins.profile.source ?? 'something else'} selects ${profile.name} instead.`;
  } catch (fault) {
    if (fault instanceof Fault) return `In this folder, another profile is selected: ${fault.message}`;
    throw fault;
  }
}

/**
 * Takes a profile away, with what the TPP's side has kept for it, and a fork's bank with the worlds of its TPPs; files of
 * keys and certificates stay. A bank that runs on them answers 503 from then on.
 * @throws Fault USAGE for a built-in one, or while writes of it have no answer; INPUT_MISSING, INTERRUPTED without consent
 * @see C-deletion-consent, C-profile-remove, C-profile-commands
 */
export async function removeProfile(
  program: Program,
  name: string,
  { force, yes }: { readonly force: boolean; readonly yes: boolean },
): Promise<RemovedProfile> {
  const { surroundings, notice, onUnexpected } = program;
  const { uid } = surroundings;
  const home = homeFolder(surroundings);
  const { bank } = named(home, uid, name);
  if (isBuiltIn(name)) {
    throw new Fault('USAGE', `Profile ${name} is built in and can't be removed.`, {
      hint: 'See the other profiles: psd2 profile list',
    });
  }
  const places = profilePlaces(home, name);
  if (!force) await refuseUnanswered(name, places.ledger, onUnexpected);
  const what = `profile ${name} with its PSU-IDs, sessions and payments. Key and certificate files stay.`;
  await agreeToDeletion(program, { yes, verb: 'remove', what });
  const { changeSettings } = await import('./change-settings.ts');
  await changeSettings(home, uid, (settings) => without(settings, name));
  const { removeKept } = await import('./remove-kept.ts');
  const removed = removeKept(places, bank);
  notice("Key and certificate files weren't deleted.");
  return { name, removed };
}

function named(home: string, uid: number | undefined, name: string): Profile {
  return profileNamed(readSettingsFile(home, uid).profiles, name, 'command line');
}

async function refuseUnanswered(
  name: string,
  file: string,
  onUnexpected: Program['onUnexpected'],
): Promise<void> {
  const open = (await inLedgerAt(file, (ledger) => ledger.open(clock()), { onUnexpected })) ?? [];
  if (open.length === 0) return;
  const writes = open.length === 1 ? 'A write' : `${open.length} writes`;
  throw new Fault('USAGE', `${writes} of profile ${name} got no answer, so the outcome is unknown.`, {
    hint: `To see them: psd2 payments pending --profile ${name}\nTo forget them, add --force.`,
  });
}

/** The profile in use is `offline` again where it was this one. */
function without(settings: JsonObject, name: string): JsonObject {
  const { profile, profiles, ...rest } = settings;
  const kept = Object.entries(isObject(profiles) ? profiles : {}).filter(([other]) => other !== name);
  return {
    ...rest,
    ...(profile === undefined || profile === name ? {} : { profile }),
    ...(kept.length === 0 ? {} : { profiles: Object.fromEntries(kept) }),
  };
}
