import type { ServeInput } from '../app/serve/plan.ts';
import { Fault } from '../errors.ts';
import { Flags } from './flags.ts';

const HIGHEST_PORT = 65_535;
const PORT = { min: 0, max: HIGHEST_PORT, helpValue: 'PORT' };

/** Where a bank is served, and how. @see C-serve-flags */
export const serveFlags = {
  port: Flags.integer({
    ...PORT,
    description: 'The port of the interface; 0 is one that is free.',
    default: 8443,
  }),
  host: Flags.string({
    description: 'The address to listen at. Beyond loopback everyone who reaches it shares one world.',
    default: '127.0.0.1',
    helpValue: 'HOST',
  }),
  'base-path': Flags.string({ description: 'What every path begins with.', helpValue: '/PATH' }),
  'public-url': Flags.string({
    description: "The origin that links to the PSU's site lead to.",
    helpValue: 'https://HOST',
  }),
  'site-port': Flags.integer({
    ...PORT,
    description:
      "The port of loopback on which the PSU's site is served over plain HTTP; default: the next one.",
  }),
  store: Flags.string({
    description: "The SQLite file of the bank's world, or memory; default: the profile's own.",
    helpValue: 'FILE|memory',
  }),
  cert: Flags.string({
    description: "The server's certificate and chain; default: one of the profile's own CA.",
    helpValue: 'FILE',
  }),
  key: Flags.string({ description: 'The private key of --cert.', helpValue: 'FILE' }),
  'passphrase-file': Flags.string({
    description: 'File with the passphrase of the key; PSD2_PASSPHRASE holds it otherwise.',
    helpValue: 'FILE',
  }),
  operator: Flags.boolean({ description: 'Serve the operator too, on a port of loopback, with a token.' }),
  'terse-errors': Flags.boolean({
    description: 'Say nothing of what is wrong with a signature, as real banks do.',
  }),
};

interface Given {
  readonly port: number;
  readonly host: string;
  readonly 'base-path'?: string | undefined;
  readonly 'public-url'?: string | undefined;
  readonly 'site-port'?: number | undefined;
  readonly store?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly 'passphrase-file'?: string | undefined;
  readonly operator: boolean;
  readonly 'terse-errors': boolean;
}

export function serveInputOf(flags: Given): ServeInput {
  const { port, host, store, cert, key, operator } = flags;
  return {
    ...{ port, host, store, cert, key, operator },
    basePath: flags['base-path'],
    publicUrl: flags['public-url'],
    sitePort: flags['site-port'],
    passphraseFile: flags['passphrase-file'],
    terseErrors: flags['terse-errors'],
  };
}

/**
 * What is the program's own of a command line, and the command after `--`.
 * @throws Fault USAGE when there is none after it
 */
export function commandAfter(argv: readonly string[]): {
  readonly own: string[];
  readonly command?: readonly [string, ...string[]];
} {
  const end = argv.indexOf('--');
  if (end === -1) return { own: [...argv] };
  const [command, ...args] = argv.slice(end + 1);
  if (command === undefined || command === '') {
    throw new Fault('USAGE', 'After -- there is no command.', {
      hint: 'Name one, or leave -- out to serve until Ctrl-C.',
    });
  }
  return { own: argv.slice(0, end), command: [command, ...args] };
}
