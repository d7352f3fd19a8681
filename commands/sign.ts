import {
  Args,
  createList,
  createTextFlag,
  defineCommand,
  Flags,
  type FlagValues,
  pickSettings,
  QUIET,
} from '../src/cli/command.ts';
import { readData } from '../src/cli/input.ts';
import { signingFlags } from '../src/cli/signing-flags.ts';
import { getTime } from '../src/clock.ts';
import { freshId } from '../src/core/uuid.ts';
import { getSignOptions, signerFor } from '../src/credentials/signer.ts';
import { Fault } from '../src/errors.ts';
import { getHeader, type Header, type HttpRequest } from '../src/message.ts';
import { openSettings } from '../src/settings/precedence.ts';
import type { Profile } from '../src/settings/profile.ts';
import type { SignerFiles } from '../src/signatures/report.ts';
import {
  createSignedRequestView,
  SIGNED_FORMATS,
  type SignedFormat,
  type SignedRequestView,
} from '../src/signatures/signed-request.ts';
import {
  type DistantSigner,
  type SignedRequest,
  type Signer,
  type SignOptions,
  sign,
  signWithRemoteSigner,
} from '../src/signing/sign.ts';
import { verify } from '../src/signing/verify.ts';

/** The flags for a key and a certificate that replace the profile's. @see C-sign-files */
const signerFlags = {
  cert: createTextFlag(
    "Certificate: PEM, DER or PKCS#12. Default: the profile's.",
    'FILE',
    'CERTIFICATE AND KEY',
  ),
  key: createTextFlag('Its private key, unless --cert is a PKCS#12 file.', 'FILE', 'CERTIFICATE AND KEY'),
  'passphrase-file': createTextFlag(
    "File with the key's passphrase. Default: PSD2_PASSPHRASE.",
    'FILE',
    'CERTIFICATE AND KEY',
  ),
};

/**
 * Signs a request as the client would, without sending it.
 * @throws Fault USAGE, INPUT_INVALID, INPUT_MISSING for a request that can't be sent
 * @see C-sign, C-sign-break
 */
export default defineCommand(
  {
    summary: 'Sign a request and print it without sending it.',
    description:
      'Adds Date, Digest, X-Request-ID, the certificate and the Signature. Headers you set stay as they are. With --break, any part can be signed wrongly on purpose, to test how a bank or gateway refuses it.',
    aliases: ['sign-request'],
    examples: {
      'A request with a body, as a curl command':
        "sign POST https://bank.example/v1/payments/norwegian-domestic-credit-transfers --header 'PSU-Context: PRIVATE' --data @payment.json --format curl",
      "The signing string, to compare with another program's":
        'sign GET https://bank.example/v1/accounts --format signing-string',
      'A request signed with one newline too many, explained':
        '<%= config.bin %> sign GET https://bank.example/v1/accounts --break signature-invalid/trailing-newline --format http | <%= config.bin %> verify',
    },
    // Optional because `--break list` needs none.
    args: {
      method: Args.string({ description: 'Method: GET, POST, …' }),
      url: Args.string({ description: "The whole URL, percent-encoded as it's sent." }),
    },
    flags: {
      header: Flags.string({
        char: 'H',
        description: 'A header, "Name: value". Repeatable.',
        multiple: true,
        helpValue: 'HEADER',
      }),
      data: Flags.string({
        char: 'd',
        description: 'The body: text, @FILE, or @- for stdin. The bytes are sent unchanged.',
        helpValue: 'DATA',
      }),
      format: Flags.string({
        description: 'What to print: headers, curl, http, json or signing-string.',
        options: [...SIGNED_FORMATS],
        default: 'headers',
        helpValue: 'FORMAT',
      }),
      break: Flags.string({
        description: 'Sign wrongly in this way. Repeatable. `--break list` shows them all.',
        multiple: true,
        helpValue: 'NAME',
      }),
      ...signerFlags,
      ...signingFlags,
    },
  },
  async (command, { args, flags }): Promise<object> => {
    const { header = [], break: breaks = [] } = flags;
    if (breaks.includes('list')) {
      command.present(listedBreaks);
      const { listWays } = await import('../src/breaks/break-request.ts');
      return { items: listWays().map(({ name, summary }) => ({ name, summary })) };
    }
    command.present(createSignedRequestView(flags.format as SignedFormat));
    if (args.method === undefined || args.url === undefined) throw createMissingFault(args.method);
    const body = await readData(flags.data, command.notice);
    const files = getSignerFiles(flags);
    const { origin, target } = readUrl(args.url);
    const method = readMethod(args.method);
    const headers = addRequiredHeaders(header.map(readHeader), body);
    const { context } = command;
    const settings = openSettings(context.surroundings, pickSettings(flags));
    if (files === undefined) refuseForeignUrl(settings.profile, origin, target);
    const signer = await signerFor(settings, context, files);
    const options = { ...getSignOptions(settings), date: getTime() };
    const signed = await signOrBreak({ method, target, headers, body }, origin, signer, options, breaks);
    return {
      method,
      url: origin + target,
      headers: signed.request.headers,
      bodyBase64: Buffer.from(signed.request.body).toString('base64'),
      signingString: signed.signingString,
    } satisfies SignedRequestView;
  },
);

/** The view of the names that `--break` accepts. */
const listedBreaks = createList<{ readonly name: string; readonly summary: string }>(
  [
    ['Name', 'name', 'identifier', QUIET],
    ['What is done', 'summary'],
  ],
  "They're missing.",
);

function createMissingFault(method: string | undefined): Fault {
  const missing = [...(method === undefined ? ['METHOD'] : []), 'URL'];
  const text = `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing.`;
  const hint = 'Put METHOD and URL before the flags:\npsd2 sign GET https://bank.example/v1/accounts';
  return new Fault('INPUT_MISSING', text, { missing, hint });
}

/** Picks the files of the key and certificate. @throws Fault USAGE for a key without its certificate */
function getSignerFiles(flags: FlagValues<typeof signerFlags>): SignerFiles | undefined {
  const { cert: certificate, key, 'passphrase-file': passphraseFile } = flags;
  if (certificate !== undefined) return { certificate, key, passphraseFile };
  if (key === undefined) return undefined;
  throw new Fault('USAGE', '--key only works with --cert.', {
    hint: "Add --cert with the key's certificate. Its serial number and issuer form the keyId.",
  });
}

/** Prepends the Host header that `signWithBreaks` may need, unless given. */
function withHost(headers: readonly Header[], origin: string): Header[] {
  if (getHeader(headers, 'host') !== undefined) return [...headers];
  return [['Host', origin.replace(/^[a-z]+:\/\//i, '')], ...headers];
}

/** Refuses URLs of other banks than the profile's. @see S10-key-for-base-url */
function refuseForeignUrl(profile: Profile, origin: string, target: string): void {
  if (profile.bank === 'embedded') return;
  const { name, remote } = profile;
  // Resolves dot segments as a client would, so that the path can't leave the bank's base path.
  if (new URL(origin + target).href.startsWith(`${remote.baseUrl}/`)) return;
  throw new Fault('USAGE', `Profile ${name}'s key only signs for ${remote.baseUrl}.`, {
    hint: "Use that bank's profile with --profile, or pass a certificate and key with --cert and --key.",
  });
}

async function signOrBreak(
  unsigned: HttpRequest,
  origin: string,
  signer: Signer | DistantSigner,
  options: SignOptions,
  breaks: readonly string[],
): Promise<SignedRequest> {
  const isLocal = 'privateKey' in signer;
  if (breaks.length === 0)
    return isLocal ? sign(unsigned, signer, options) : signWithRemoteSigner(unsigned, signer, options);
  if (!isLocal) {
    throw new Fault('USAGE', `--break needs the key itself, but it's kept in ${signer.name}.`, {
      hint: 'Use --profile offline.',
    });
  }
  const { signWithBreaks } = await import('../src/breaks/break-request.ts');
  const whole = { ...unsigned, headers: withHost(unsigned.headers, origin) };
  const request = signWithBreaks(breaks, whole, signer, options);
  const { signingString } = verify(request, { at: options.date, recovery: false });
  return { request, signingString: signingString ?? '' };
}

const URL_PARTS = /^(https?:\/\/[^/?#\s]+)(\/[^?#]*)?(\?[^#]*)?$/i;

/**
 * Splits a URL into origin and target without decoding or normalizing, because the signed text must equal the sent one.
 */
function readUrl(url: string): { origin: string; target: string } {
  const [, origin, path = '/', query = ''] = URL_PARTS.exec(url) ?? [];
  if (origin === undefined) {
    throw new Fault('USAGE', `${JSON.stringify(url)} isn't a request URL.`, {
      hint: 'Use the whole URL, without a fragment: https://bank.example/v1/accounts.',
    });
  }
  if (origin.includes('@')) {
    throw new Fault('USAGE', 'The URL contains a user name or password.', {
      hint: 'Remove everything before the @. It would be sent to the bank and shown here.',
    });
  }
  const target = path + query;
  const wrong = /[^!-~]/u.exec(target)?.[0];
  if (wrong !== undefined) {
    const encoded = encodeURIComponent(wrong);
    throw new Fault(
      'INPUT_INVALID',
      `The URL contains ${JSON.stringify(wrong)}, which can't be sent in a URL.`,
      { hint: `Percent-encode it: ${encoded}.` },
    );
  }
  return { origin, target };
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

function readMethod(method: string): string {
  if (TOKEN.test(method)) return method.toUpperCase();
  throw new Fault('USAGE', `${JSON.stringify(method)} isn't an HTTP method.`, {
    hint: 'Put the method first:\npsd2 sign POST https://bank.example/v1/…',
  });
}

/** Parses `Name: value`; the value is sent as UTF-8 octets. */
function readHeader(text: string): Header {
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(colon, 0));
  if (!TOKEN.test(name)) {
    throw new Fault('USAGE', `--header ${JSON.stringify(text)} must have the form "Name: value".`, {
      hint: "Pass each header separately: --header 'PSU-ID: …' --header 'X-Request-ID: …'.",
    });
  }
  return [name, Buffer.from(text.slice(colon + 1).trim(), 'utf8').toString('latin1')];
}

/**
 * Adds the headers that the interface requires, unless given.
 * @see I-headers-required, I-basket-authorisation-headers
 */
function addRequiredHeaders(given: readonly Header[], body: Uint8Array): Header[] {
  const headers = [...given];
  if (getHeader(given, 'x-request-id') === undefined) headers.push(['X-Request-ID', freshId()]);
  if (body.length > 0 && getHeader(given, 'content-type') === undefined) {
    headers.push(['Content-Type', 'application/json']);
  }
  return headers;
}
