import { Fault } from '../../errors.ts';
import { shellWord } from '../../own-file.ts';
import { variable } from '../../settings/surroundings.ts';
import type { Program } from '../program.ts';
import { readAsked } from './files.ts';

/** A passphrase, and where it is from in words. */
export interface Passphrase {
  readonly text: string;
  readonly from: string;
}

export type PassphraseMeans = Pick<Program, 'surroundings' | 'notice' | 'askSecret'>;

const VARIABLE = 'PSD2_PASSPHRASE';

/**
 * The passphrase of a file or of the environment; undefined when neither is given. Never a flag's value, which every
 * user of the machine could read.
 * @throws Fault FILE_UNREADABLE
 * @see S8-passphrase
 */
export function configuredPassphrase(
  { surroundings, notice }: PassphraseMeans,
  file: string | undefined,
): Passphrase | undefined {
  if (file !== undefined) return { text: lineOf(file, { surroundings, notice }), from: file };
  const text = variable(surroundings.env, VARIABLE);
  return text === undefined ? undefined : { text, from: VARIABLE };
}

/** One line, without its end. */
function lineOf(
  name: string,
  { surroundings, notice }: Pick<PassphraseMeans, 'surroundings' | 'notice'>,
): string {
  const { bytes, mode } = readAsked({ name }, surroundings);
  warnIfOpen({ name, mode }, notice);
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/\r?\n$/, '');
  if (text === '' || /[\r\n]/.test(text)) {
    throw new Fault('FILE_UNREADABLE', `${name} doesn't contain a one-line passphrase.`, {
      hint: 'Put only the passphrase in it, on the first line.',
    });
  }
  return text;
}

/** A file as it was read; without a mode where the platform has none. */
interface ReadSecret {
  readonly name: string;
  readonly mode?: number | undefined;
}

/** What is secret should be its owner's alone; where it is only looked at, it is said and not refused. */
export function warnIfOpen(file: ReadSecret, notice: PassphraseMeans['notice']): void {
  if (isOpen(file)) notice(`${openText(file)}: chmod 600 ${shellWord(file.name)}`);
}

/** A key that others can read is not used. @see C-key-of-others */
export function refuseIfOpen(file: ReadSecret): void {
  if (!isOpen(file)) return;
  throw new Fault('PERMISSIONS', `${openText(file)}, so it isn't used.`, {
    hint: `chmod 600 ${shellWord(file.name)}`,
  });
}

function isOpen({ mode = 0 }: ReadSecret): boolean {
  return (mode & 0o077) !== 0;
}

function openText({ name, mode = 0 }: ReadSecret): string {
  return `${name} can be read by other users (mode ${(mode & 0o777).toString(8).padStart(4, '0')})`;
}

/** Asks the person who is there; without one, what is missing is named. */
export async function askedPassphrase(name: string, { askSecret }: PassphraseMeans): Promise<Passphrase> {
  const text = await askSecret(`Passphrase of ${name}`);
  if (text !== undefined) return { text, from: 'the prompt' };
  throw new Fault('INPUT_MISSING', `${name} is encrypted and needs a passphrase.`, {
    missing: ['--passphrase-file'],
    hint: `Put the passphrase in a file and add --passphrase-file FILE, or set ${VARIABLE} in the environment.`,
  });
}
