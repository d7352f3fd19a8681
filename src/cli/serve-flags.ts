import type { ServeInput } from '../app/serve/plan.ts';
import { Fault } from '../errors.ts';
import { Flags } from './flags.ts';

const HIGHEST_PORT = 65_535;
const OPERATOR = 'OPERATOR';
const STRICTNESS = 'CERTIFICATE';
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
      'The address to listen on. Beyond loopback, each TPP that can reach it has a world of its own.',
    default: '127.0.0.1',
    helpValue: 'HOST',
  }),
  store: Flags.string({
    description: "The SQLite file with the bank's data, or memory. Default: the profile's own.",
    helpValue: 'FILE|memory',
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
  'base-path': Flags.string({ description: 'Prefix of every path.', helpValue: '/PATH' }),
  'public-url': Flags.string({
    description: "The origin used in links to the PSU's site.",
    helpValue: 'https://HOST',
  }),
  'site-port': Flags.integer({
    ...PORT,
    description: "The loopback port for the PSU's site over plain HTTP. Default: the next port.",
  }),
  worlds: Flags.string({
    description: 'One world of data for all TPPs, or one for each. Default: shared on loopback, else tpp.',
    options: ['shared', 'tpp'],
  }),
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
  cert: Flags.string({
    description: "The server's certificate and chain. Default: one issued by the profile's own CA.",
    helpValue: 'FILE',
  }),
  key: Flags.string({ description: 'The private key for --cert.', helpValue: 'FILE' }),
  'passphrase-file': Flags.string({
    description: "File with the key's passphrase. Default: PSD2_PASSPHRASE.",
    helpValue: 'FILE',
  }),
  operator: Flags.boolean({
    description: 'Serve the operator too, on a loopback port, with a token.',
    helpGroup: OPERATOR,
  }),
  'operator-port': Flags.integer({
    ...PORT,
    description: "The operator's loopback port. Serves the operator too. Default: a free one.",
    helpGroup: OPERATOR,
  }),
  'operator-token-file': Flags.string({
    description:
      "File with the operator's token, created if it doesn't exist. Serves the operator too. Default: a new token at each start.",
    helpValue: 'FILE',
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
  registry: Flags.string({
    description:
      'JSON file of the registered TPPs, by organizationIdentifier, with their roles and revoked serials. A production bank needs it.',
    helpValue: 'FILE',
    helpGroup: STRICTNESS,
  }),
  'mutual-tls': Flags.boolean({
    description: "Require the TPP's QWAC in TLS, with the organizationIdentifier of its seal.",
    helpGroup: STRICTNESS,
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
  readonly 'operator-port'?: number | undefined;
  readonly 'operator-token-file'?: string | undefined;
  readonly 'terse-errors': boolean;
  readonly 'sign-responses': boolean;
  readonly seed?: readonly string[] | undefined;
  readonly worlds?: string | undefined;
  readonly 'worlds-rate'?: number | undefined;
  readonly policy: 'sandbox' | 'production';
  readonly ca?: readonly string[] | undefined;
  readonly registry?: string | undefined;
  readonly 'mutual-tls': boolean;
  readonly chaos?: string | undefined;
}

export function serveInputOf(flags: Given): ServeInput {
  const { port, host, store, cert, key, seed, policy, ca, registry, chaos } = flags;
  const tokenFile = flags['operator-token-file'];
  return {
    ...{ port, host, store, cert, key, seed, policy, ca, registry, chaos },
    worlds: flags.worlds as ServeInput['worlds'],
    worldsRate: flags['worlds-rate'],
    // Where the operator is, a seed needs no file of ids beside it.
    operator:
      flags.operator || seed !== undefined || flags['operator-port'] !== undefined || tokenFile !== undefined,
    operatorPort: flags['operator-port'],
    operatorTokenFile: tokenFile,
    basePath: flags['base-path'],
    publicUrl: flags['public-url'],
    sitePort: flags['site-port'],
    passphraseFile: flags['passphrase-file'],
    terseErrors: flags['terse-errors'],
    signResponses: flags['sign-responses'],
    mutualTls: flags['mutual-tls'],
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
