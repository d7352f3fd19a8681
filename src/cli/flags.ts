import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { InferredFlags } from '@oclif/core/interfaces';
import type { GivenFlags } from '../settings/precedence.ts';
import { REMOTE_NAMES, type RemoteMember } from '../settings/profile.ts';
import { buildVariableName, SETTING_NAMES, SETTINGS } from '../settings/setting-table.ts';

export { Args, Flags };

/** The values of declared flags on a command line. */
export type FlagValues<Declared> = Partial<InferredFlags<Declared>> & {
  readonly profile?: string | undefined;
};

/** Declares a flag with a text value. */
export function createTextFlag(description: string, helpValue: string, helpGroup?: string) {
  return Flags.string({ description, helpValue, helpGroup });
}

/** The kinds of things that commands name by id, and that a person picks from a list. @see C-picked */
export type PickedKind =
  | 'payment'
  | 'openPayment'
  | 'waitingPayment'
  | 'basketPayment'
  | 'basket'
  | 'waitingBasket'
  | 'pendingRequest'
  | 'sca'
  | 'account'
  | 'card'
  | 'transaction'
  | 'consent'
  | 'psu'
  | 'profile'
  | 'addedProfile'
  | 'snapshot'
  | 'fault'
  | 'customer';

/** Declares that a person picks the argument or flag if it is missing. An optional one keeps its default for one choice. */
export function withPicker<Input extends object>(picked: PickedKind, input: Input): Input {
  return { ...input, ...{ picked } };
}

/** Declares a required argument that a person picks if it is missing. */
export function createPickedArg(picked: PickedKind, description: string) {
  return withPicker(picked, Args.string({ description, required: true }));
}

/** Picks the settings of a command line, by name, and its profile. */
export function pickSettings(flags: Readonly<Record<string, unknown>>): GivenFlags {
  const settings = SETTING_NAMES.map((name) => [name, flags[SETTINGS[name].flag ?? '']]);
  return { ...Object.fromEntries(settings), profile: flags.profile };
}

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Rest}`
  ? `${Head}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** Maps the values of flags to members: `site-port` to `sitePort`. */
export function convertToMembers<Flags extends object>(
  flags: Flags,
): { readonly [Name in keyof Flags & string as CamelCase<Name>]: Flags[Name] } {
  const entries = Object.entries(flags).map(([name, value]) => [
    name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(entries);
}

/** Creates `--quiet` with its meaning in a command. @see C-quiet */
export function createQuietFlag(description: string) {
  return { quiet: Flags.boolean({ char: 'q', description, helpGroup: 'GLOBAL' }) };
}

/** The flags of every command. */
export const globalFlags = {
  json: Flags.boolean({
    char: 'j',
    description: 'Print one JSON value, also for errors.',
    helpGroup: 'GLOBAL',
  }),
  ...createQuietFlag('Print ids only.'),
  'no-input': Flags.boolean({ description: 'Never prompt or open a browser.', helpGroup: 'GLOBAL' }),
  'no-color': Flags.boolean({ description: 'Turn off colour.', helpGroup: 'GLOBAL' }),
  profile: Flags.string({
    char: 'p',
    description: 'Use this profile.',
    helpValue: 'NAME',
    helpGroup: 'GLOBAL',
  }),
};

/** The flags of commands that serve until they are stopped, and print no ids. @see C-quiet */
export const servingFlags = {
  ...globalFlags,
  ...createQuietFlag("Log no requests, and don't say where it listens."),
};

/**
 * The flags that no environment variable sets. `--json` is read earlier (`readConfiguredSwitches`), and `--help` and
 * `--version` are no settings. A confirmed amount must come from a prompt or the command line. A leftover variable must
 * not make a command sign wrongly, send nothing, or write personal data to a file. The members of a profile are set by
 * `profile add` alone, because `serve` sets PSD2_BASE_URL and PSD2_CA_FILE for other programs.
 * @see S10-typed-amount
 * @see D13-profile
 */
const NEVER_FROM_ENVIRONMENT: readonly string[] = [
  ...['json', 'help', 'version', 'confirm-amount', 'break', 'force'],
  ...['dry-run', 'curl', 'har-full'],
  ...REMOTE_NAMES.map(buildFlagName).filter((flag) => flag !== 'passphrase-file'),
  'bank',
];

/** Builds the name of a profile member's flag of `profile add`: `baseUrl` → `base-url`. */
export function buildFlagName(member: RemoteMember): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns true for flags of settings, whose environment variables are read during the resolution of precedence. */
function isSettledLater(flag: string): boolean {
  return flag === 'profile' || Object.values(SETTINGS).some((setting) => setting.flag === flag);
}

/** The values of a command line, by part and name. */
export interface DeclaredValues {
  readonly args: Record<string, unknown>;
  readonly flags: Record<string, unknown>;
}

export interface DeclaredInputs {
  readonly flags?: Readonly<Record<string, object>> | undefined;
  readonly baseFlags?: Readonly<Record<string, object>> | undefined;
  readonly args?: Readonly<Record<string, object>> | undefined;
}

/**
 * Completes a command's declared flags and arguments: each flag reads its environment variable (`--to-bban` reads
 * `PSD2_TO_BBAN`), a repeatable flag takes one value per occurrence (oclif would consume all following words), and a
 * missing argument does not read stdin (oclif would).
 * @see C-flag-environment, C-repeated-flags
 */
export function prepareDeclared<Input extends DeclaredInputs>(declared: Input): Input {
  return {
    ...declared,
    flags: mapValues(declared.flags, withEnvironment),
    baseFlags: mapValues(declared.baseFlags, withEnvironment),
    args: mapValues(declared.args, (argument) => ({ ...argument, ignoreStdin: true })),
  };
}

/** Makes the inputs optional that a person picks. */
export function relaxPicked<Input extends DeclaredInputs>(declared: Input): Input {
  const relax = (input: object) => ('picked' in input ? { ...input, required: false } : input);
  return { ...declared, flags: mapValues(declared.flags, relax), args: mapValues(declared.args, relax) };
}

function withEnvironment(flag: object, name: string): object {
  const tight = { ...flag, multipleNonGreedy: true };
  const fromEnvironment = !NEVER_FROM_ENVIRONMENT.includes(name) && !isSettledLater(name);
  return fromEnvironment ? { ...tight, env: buildVariableName(name) } : tight;
}

function mapValues(
  values: Readonly<Record<string, object>> | undefined,
  change: (value: object, name: string) => object,
): Record<string, object> {
  const changed = Object.entries(values ?? {}).map(([name, value]) => [name, change(value, name)]);
  return Object.fromEntries(changed);
}
