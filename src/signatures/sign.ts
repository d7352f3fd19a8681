import { clock } from '../clock.ts';
import { freshId } from '../core/uuid.ts';
import { signerFor, signOptionsOf } from '../credentials/signer.ts';
import { Fault } from '../errors.ts';
import { type Header, type HttpRequest, headerValue } from '../message.ts';
import type { CommandContext } from '../session/context.ts';
import { type GivenFlags, openSettings } from '../settings/precedence.ts';
import type { Profile } from '../settings/profile.ts';
import {
  type DistantSigner,
  type SignedRequest,
  type Signer,
  type SignOptions,
  sign,
  signElsewhere,
} from '../signing/sign.ts';
import { verify } from '../signing/verify.ts';
import type { ListedBreak, SignedShown, SignInput } from './report.ts';

/**
 * The signed request as the client would send it, sent nowhere.
 * @throws Fault USAGE, INPUT_INVALID for what can't be sent
 * @see C-sign, C-sign-break
 */
export async function signRequest(
  context: CommandContext,
  input: SignInput,
  given: GivenFlags,
): Promise<SignedShown> {
  const { origin, target } = readUrl(input.url);
  const method = readMethod(input.method);
  const headers = completed(input.headers.map(readHeader), input.body);
  const settings = openSettings(context.surroundings, given);
  if (input.signer === undefined) refuseForeignUrl(settings.profile, origin, target);
  const signer = await signerFor(settings, context, input.signer);
  const options = { ...signOptionsOf(settings), date: clock() };
  const unsigned = { method, target, headers, body: input.body };
  const { request, signingString } =
    input.breaks.length === 0
      ? await signRightly(unsigned, signer, options)
      : await signWrongly({ ...unsigned, headers: withHost(headers, origin) }, signer, options, input.breaks);
  return {
    method,
    url: origin + target,
    headers: request.headers,
    bodyBase64: Buffer.from(request.body).toString('base64'),
    signingString,
  };
}

/** Whoever signs the whole URL has its host from here. */
function withHost(headers: readonly Header[], origin: string): Header[] {
  if (headerValue(headers, 'host') !== undefined) return [...headers];
  return [['Host', origin.replace(/^[a-z]+:\/\//i, '')], ...headers];
}

/** A key signs only for its profile's bank. @see S10-key-for-base-url */
function refuseForeignUrl(profile: Profile, origin: string, target: string): void {
  if (profile.bank === 'embedded') return;
  const { name, remote } = profile;
  // As a client would send it: no dots in the path lead out of the bank's own.
  if (new URL(origin + target).href.startsWith(`${remote.baseUrl}/`)) return;
  throw new Fault('USAGE', `Profile ${name}'s key only signs for ${remote.baseUrl}.`, {
    hint: "Use that bank's profile with --profile, or pass a certificate and key with --cert and --key.",
  });
}

function signRightly(
  unsigned: HttpRequest,
  signer: Signer | DistantSigner,
  options: SignOptions,
): SignedRequest | Promise<SignedRequest> {
  return 'privateKey' in signer ? sign(unsigned, signer, options) : signElsewhere(unsigned, signer, options);
}

async function signWrongly(
  unsigned: HttpRequest,
  signer: Signer | DistantSigner,
  options: SignOptions,
  breaks: readonly string[],
): Promise<SignedRequest> {
  if (!('privateKey' in signer)) {
    throw new Fault('USAGE', `--break needs the key itself, but it's kept in ${signer.name}.`, {
      hint: 'Use --profile offline.',
    });
  }
  const { breakRequest } = await import('../breaks/break-request.ts');
  const request = breakRequest(breaks, unsigned, signer, options);
  const { signingString } = verify(request, { at: options.date, recovery: false });
  return { request, signingString: signingString ?? '' };
}

/** Every way of `--break`, in the order of G4-findings. */
export async function listBreaks(): Promise<{ items: readonly ListedBreak[] }> {
  const { listWays } = await import('../breaks/break-request.ts');
  return { items: listWays().map(({ name, summary }) => ({ name, summary })) };
}

const URL_PARTS = /^(https?:\/\/[^/?#\s]+)(\/[^?#]*)?(\?[^#]*)?$/i;

/** The URL in its two parts, neither decoded nor made anew: what is signed is what is sent. */
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

/** `Name: value`; the value goes out as the octets of its UTF-8. */
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

/** What the interface asks of every request, where it was not given. @see I-headers-required, I-basket-authorisation-headers */
function completed(given: readonly Header[], body: Uint8Array): Header[] {
  const headers = [...given];
  if (headerValue(given, 'x-request-id') === undefined) headers.push(['X-Request-ID', freshId()]);
  if (body.length > 0 && headerValue(given, 'content-type') === undefined) {
    headers.push(['Content-Type', 'application/json']);
  }
  return headers;
}
