import type { ServeInput } from '../app/serve/plan.ts';
import { Fault } from '../errors.ts';
import { Flags } from './flags.ts';

const HIGHEST_PORT = 65_535;
const PORT = { min: 0, max: HIGHEST_PORT, helpValue: 'PORT' };

/** Where a bank is served, and how. @see C-serve-flags */
export const serveFlags = {
  port: Flags.integer({
    ...PORT,
    description: "The interface's port. 0 picks a free one.",
    default: 8443,
  }),
  host: Flags.string({
    description:
      'The address to listen on. Beyond loopback, everyone who can reach it shares the same test bank.',
    default: '127.0.0.1',
    helpValue: 'HOST',
  }),
  'base-path': Flags.string({ description: 'Prefix of every path.', helpValue: '/PATH' }),
  'public-url': Flags.string({
    description: "The origin used in links to the PSU's site.",
    helpValue: 'https://HOST',
  }),
  'site-port': Flags.integer({
    ...PORT,
    description: "The loopback port for the PSU's site over plain HTTP. Default: the next port.",
  }),
  store: Flags.string({
    description: "The SQLite file with the bank's data, or memory. Default: the profile's own.",
    helpValue: 'FILE|memory',
  }),
  cert: Flags.string({
    description: "The server's certificate and chain. Default: one issued by the profile's own CA.",
    helpValue: 'FILE',
  }),
  key: Flags.string({ description: 'The private key for --cert.', helpValue: 'FILE' }),
  'passphrase-file': Flags.string({
    description: "File with the key's passphrase. Default: PSD2_PASSPHRASE.",
    helpValue: 'FILE',
  }),
  operator: Flags.boolean({ description: 'Serve the operator too, on a loopback port, with a token.' }),
  'terse-errors': Flags.boolean({
    description: "Don't explain what's wrong with a signature, just like real banks.",
  }),
  seed: Flags.string({
    description: 'A seed file to apply before the bank is ready, repeatable. Serves the operator too.',
    helpValue: 'FILE',
    multiple: true,
  }),
  chaos: Flags.string({
    description:
      'Make trouble for the command after --, as real banks may: late and lost answers, 429, expired sessions. The same seed makes the same trouble.',
    helpValue: 'SEED',
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
  readonly seed?: readonly string[] | undefined;
  readonly chaos?: string | undefined;
}

export function serveInputOf(flags: Given): ServeInput {
  const { port, host, store, cert, key, seed, chaos } = flags;
  return {
    ...{ port, host, store, cert, key, seed, chaos },
    // Where the operator is, a seed needs no file of ids beside it.
    operator: flags.operator || seed !== undefined,
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
    throw new Fault('USAGE', 'Missing: a command after --.', {
      hint: 'Add one, or remove -- to serve until Ctrl-C.',
    });
  }
  return { own: argv.slice(0, end), command: [command, ...args] };
}
