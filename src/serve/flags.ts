import type { Command } from '@oclif/core/command';
import type { Config } from '@oclif/core/config';
import type { FlagInput, InferredFlags } from '@oclif/core/interfaces';
import {
  buildCommandClass,
  convertToMembers,
  createTextFlag,
  type Declaration,
  Flags,
  type Parsed,
  Psd2Command,
  servingFlags,
} from '../cli/command.ts';
import { isLoopback } from '../core/loopback.ts';
import { Fault } from '../errors.ts';
import type { CommandLine } from './command.ts';

const HIGHEST_PORT = 65_535;
const OPERATOR = 'OPERATOR';
const STRICTNESS = 'CERTIFICATE';
const PORT = { min: 0, max: HIGHEST_PORT, helpValue: 'PORT' };

/** The flags of a served bank. @see C-serve-flags */
export const serveFlags = {
  port: Flags.integer({ ...PORT, description: "The interface's port. 0 picks a free one.", default: 8443 }),
  host: Flags.string({
    description:
      'The address to listen on. Beyond loopback, each TPP that can reach it has a world of its own.',
    default: '127.0.0.1',
    helpValue: 'HOST',
  }),
  store: createTextFlag(
    "The SQLite file with the bank's data, or memory. Default: the profile's own.",
    'FILE|memory',
  ),
  seed: Flags.string({
    description: 'A seed file to apply before the bank is ready, repeatable. Serves the operator too.',
    helpValue: 'FILE',
    multiple: true,
  }),
  chaos: createTextFlag(
    'Make trouble for the command after --, as real banks may: late and lost answers, 429, expired sessions. The same seed makes the same trouble.',
    'SEED',
  ),
  'base-path': createTextFlag('Prefix of every path.', '/PATH'),
  'public-url': createTextFlag("The origin used in links to the PSU's site.", 'https://HOST'),
  'site-port': Flags.integer({
    ...PORT,
    description: "The loopback port for the PSU's site over plain HTTP. Default: the next port.",
  }),
  worlds: Flags.option({
    description: 'One world of data for all TPPs, or one for each. Default: shared on loopback, else tpp.',
    options: ['shared', 'tpp'] as const,
  })(),
  'worlds-rate': Flags.integer({
    description: 'With a world for each TPP, the most new TPPs a minute. 0 sets no limit. Default: 10.',
    min: 0,
    helpValue: 'N',
  }),
  'sign-responses': Flags.boolean({
    description: "Sign every answer of the interface with the bank's own seal, created on first use.",
  }),
  'terse-errors': Flags.boolean({
    description: "Don't explain what's wrong with a signature, just like real banks.",
  }),
  cert: createTextFlag(
    "The server's certificate and chain. Default: one issued by the profile's own CA.",
    'FILE',
  ),
  key: createTextFlag('The private key for --cert.', 'FILE'),
  'passphrase-file': createTextFlag("File with the key's passphrase. Default: PSD2_PASSPHRASE.", 'FILE'),
  operator: Flags.boolean({
    description:
      'Serve the operator too, on a loopback port, with a token. Default: on loopback, for a sandbox.',
    allowNo: true,
    helpGroup: OPERATOR,
  }),
  'operator-port': Flags.integer({
    ...PORT,
    description: "The operator's loopback port. Serves the operator too. Default: a free one.",
    helpGroup: OPERATOR,
  }),
  'operator-token-file': createTextFlag(
    "File with the operator's token, created if it doesn't exist. Serves the operator too. Default: a new token at each start.",
    'FILE',
    OPERATOR,
  ),
  'operator-host': Flags.string({
    description:
      "The address of the operator's port, for a container. Serves the operator too. Default: 127.0.0.1.",
    helpValue: 'HOST',
    helpGroup: OPERATOR,
  }),
  'operator-origin': Flags.string({
    description: "An origin under which browsers reach the operator's port besides loopback, repeatable.",
    helpValue: 'http://HOST:PORT',
    multiple: true,
    helpGroup: OPERATOR,
  }),
  policy: Flags.option({
    description:
      'How strict the bank is about certificates. A production bank has no sandbox paths on its interface.',
    options: ['sandbox', 'production'] as const,
    default: 'sandbox',
    helpGroup: STRICTNESS,
  })(),
  ca: Flags.string({
    description:
      'PEM file of CAs, repeatable. A production bank accepts only their certificates, a sandbox lets in renewed ones.',
    helpValue: 'FILE',
    multiple: true,
    helpGroup: STRICTNESS,
  }),
  registry: createTextFlag(
    'JSON file of the registered TPPs, by organizationIdentifier, with their roles and revoked serials. A production bank needs it.',
    'FILE',
    STRICTNESS,
  ),
  'mutual-tls': Flags.boolean({
    description: "Require the TPP's QWAC in TLS, with the organizationIdentifier of its seal.",
    helpGroup: STRICTNESS,
  }),
};

type Values = InferredFlags<typeof serveFlags>;
type Members = ReturnType<typeof convertToMembers<Values>>;

/** The options of a served bank. */
export type ServeInput = {
  readonly [Name in keyof Members as undefined extends Members[Name] ? never : Name]: Members[Name];
} & {
  readonly [Name in keyof Members as undefined extends Members[Name] ? Name : never]?: Members[Name];
};

/**
 * Reads the flags. The operator's flags open the operator's port, and so does a seed, which then needs no id file.
 * Without them it is open on loopback at a sandbox, unless it is turned off.
 * @see C-serve-operator-default
 */
export function readServeFlags(flags: Values): ServeInput {
  const input = convertToMembers(flags);
  const { seed, operatorPort, operatorTokenFile, operatorHost, operatorOrigin } = input;
  const opening = [seed, operatorPort, operatorTokenFile, operatorHost, operatorOrigin];
  const opensOperator = opening.some((value) => value !== undefined);
  const isDefault = isLoopback(flags.host) && flags.policy === 'sandbox';
  // Without the flag, oclif gives undefined.
  const asked: boolean | undefined = flags.operator;
  return { ...input, operator: asked ?? (opensOperator || isDefault) };
}

/** The base of the commands that serve until they are stopped, or until the command after `--` ends. */
export abstract class ServingCommand extends Psd2Command {
  static override baseFlags = servingFlags;

  /** The command after `--`. */
  readonly served: CommandLine | undefined;

  constructor(argv: string[], config: Config) {
    const { own, command } = splitCommand(argv);
    super(own, config);
    this.served = command;
  }
}

/** Defines a command that serves. `run` returns the exit code. */
export function defineServingCommand<Flags extends FlagInput>(
  declaration: Declaration<Flags, Record<never, never>, never>,
  run: (command: ServingCommand, flags: Parsed<Flags, Record<never, never>>['flags']) => Promise<number>,
): Command.Class {
  return buildCommandClass(ServingCommand, declaration, async (command, { flags }: Parsed<Flags, never>) =>
    command.exit(await run(command, flags)),
  );
}

/**
 * Splits a command line into the program's own arguments and the command after `--`.
 * @throws Fault USAGE when there is none after it
 */
function splitCommand(argv: readonly string[]): {
  readonly own: string[];
  readonly command?: CommandLine;
} {
  const end = argv.indexOf('--');
  if (end === -1) return { own: [...argv] };
  const [command, ...args] = argv.slice(end + 1);
  if (command === undefined || command === '') {
    throw new Fault('USAGE', 'Missing: a command after --.', {
      hint: 'Add one, or remove -- to serve until Ctrl-C.',
    });
  }
  return { own: argv.slice(0, end), command: [command, ...args] };
}
