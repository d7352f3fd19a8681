import { createCard, createPickedArg, defineCommand, QUIET } from '../../src/cli/command.ts';
import { Fault } from '../../src/errors.ts';
import { describeBank, findProfile, updateSettings } from '../../src/profiles/settings.ts';
import { type Environment, findHomeFolder } from '../../src/settings/home.ts';
import { openSettings } from '../../src/settings/precedence.ts';
import type { BankKind } from '../../src/settings/setting-table.ts';

/** @see C-profile-commands */
export default defineCommand(
  {
    summary: 'Set the default profile.',
    description: 'Every command uses it unless --profile, PSD2_PROFILE or psd2.config.json names another.',
    examples: { 'Go back to the bank in this program': 'profile use offline' },
    args: {
      name: createPickedArg('profile', 'Name of an existing profile.'),
    },
    presentation: createCard<{ readonly name: string; readonly bank: BankKind }>([
      ['In use', 'name', 'text', QUIET],
      ['Bank', describeBank],
    ]),
  },
  async ({ context: { surroundings, io } }, { args: { name } }) => {
    const { bank } = findProfile(surroundings, name);
    const home = findHomeFolder(surroundings);
    await updateSettings(home, surroundings.uid, (settings) => ({ ...settings, profile: name }));
    const other = describeOtherChoice(surroundings, name);
    if (other !== undefined) io.notice(other);
    return { name, bank };
  },
);

/**
 * Describes the setting that overrides the settings file here. It may name a profile that doesn't exist; the file has
 * been changed anyway.
 */
function describeOtherChoice(surroundings: Environment, name: string): string | undefined {
  try {
    const { profile, origins } = openSettings(surroundings);
    if (profile.name === name) return undefined;
    return `In this folder, ${origins.profile.source ?? 'something else'} selects ${profile.name} instead.`;
  } catch (fault) {
    if (fault instanceof Fault) return `In this folder, another profile is selected: ${fault.message}`;
    throw fault;
  }
}
