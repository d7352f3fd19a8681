import { getTime } from '../clock.ts';
import { DEFAULT_BANK_ORIGIN } from '../core/loopback.ts';
import { freshId } from '../core/uuid.ts';
import { getSignOptions, signerFor } from '../credentials/signer.ts';
import { Fault } from '../errors.ts';
import { ConnectionDropped, getHeader, type Header, type HttpRequest, type Peer } from '../message.ts';
import type { CommandContext } from '../session/context.ts';
import { makeProfileFolder } from '../settings/home.ts';
import type { OpenedSettings } from '../settings/precedence.ts';
import { writeDigest } from '../signing/digest.ts';
import {
  type DistantSigner,
  type Signer,
  type SignOptions,
  signAsync,
  signWithRemoteSigner,
} from '../signing/sign.ts';
import type { StreamTransport } from '../transport/transport.ts';

/** The bank behind a proxy, and the signer for it. */
export interface Upstream {
  readonly sign: (request: HttpRequest) => Promise<HttpRequest>;
  readonly forward: StreamTransport;
  /** The bank's origin; for the bank in this program, the origin at which it would be served. */
  readonly origin: string;
  /** Base path, `` or `/api`. */
  readonly basePath: string;
  readonly close: () => Promise<void>;
}

/**
 * Opens the profile's bank, remote or in this program, and its signer.
 * @throws Fault as `openRemote` and `openEmbedded`
 */
export async function openUpstream(settings: OpenedSettings, context: CommandContext): Promise<Upstream> {
  const signer = await signerFor(settings, context, undefined);
  const sign = createSigningFunction(signer, getSignOptions(settings));
  const { profile } = settings;
  if (profile.bank === 'embedded') return { sign, ...(await openOwn(settings, context)) };
  const { openConnection } = await import('../session/remote.ts');
  const { stream, origin, basePath, close } = await openConnection(profile.remote, context);
  return { sign, forward: stream, origin, basePath, close };
}

/** Creates the signing function, which adds X-Request-ID and the headers that a signature needs; existing ones stay. */
function createSigningFunction(
  signer: Signer | DistantSigner,
  options: Omit<SignOptions, 'date'>,
): (request: HttpRequest) => Promise<HttpRequest> {
  return async (came) => {
    const request = { ...came, headers: [...came.headers, ...listMissing(came, options.digestAlgorithm)] };
    const at = { ...options, date: getTime() };
    const signed =
      'privateKey' in signer
        ? await signAsync(request, signer, at)
        : await signWithRemoteSigner(request, signer, at);
    return signed.request;
  };
}

/** The peer of the proxy's requests, without the operator's rights. */
const BY_PROXY: Peer = { address: '127.0.0.1', operator: false };

/** Methods whose empty body is signed too: banks require its digest, and a user of curl can't set an option. */
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** Lists headers that `sign` doesn't add; a body is always signed. @see C-proxy, G1-headers-sent */
function listMissing(
  { method, headers, body }: HttpRequest,
  algorithm: SignOptions['digestAlgorithm'],
): readonly Header[] {
  const missing: Header[] = [];
  if (getHeader(headers, 'x-request-id') === undefined) missing.push(['X-Request-ID', freshId()]);
  const needsDigest = body.byteLength > 0 || WITH_BODY.has(method);
  if (needsDigest && getHeader(headers, 'digest') === undefined) {
    missing.push(['Digest', writeDigest(body, algorithm)]);
  }
  return missing;
}

/** Opens the bank in this program, with its PSU's site on a loopback port. */
async function openOwn(
  settings: OpenedSettings,
  { surroundings, io }: CommandContext,
): Promise<Omit<Upstream, 'sign'>> {
  const { reportUnexpected: onUnexpected, progress } = io;
  const { store } = makeProfileFolder(settings.home, settings.profile.name, surroundings.uid);
  const { openWithSite } = await import('../serve/serve-bank.ts');
  const bank = await openWithSite({ path: store, onUnexpected, onProgress: progress.tell });
  await progress.during("Opening the bank's store", () => bank.open());
  const forward: StreamTransport = async (request) => {
    try {
      const { body, ...head } = await bank.handle(request, BY_PROXY);
      // The response to HEAD has the length of the body that is left out.
      const pieces = yieldOnce(request.method === 'HEAD' ? NO_BYTES : body);
      const length: Header = ['Content-Length', String(body.byteLength)];
      return { ...head, headers: [...head.headers, length], pieces };
    } catch (fault) {
      if (!(fault instanceof ConnectionDropped)) throw fault;
      throw new Fault('NETWORK', 'The bank closed the connection before its answer was complete.', {
        cause: fault,
      });
    }
  };
  return { forward, origin: DEFAULT_BANK_ORIGIN, basePath: '', close: () => bank.close() };
}

const NO_BYTES = new Uint8Array(0);

async function* yieldOnce(body: Uint8Array): AsyncGenerator<Uint8Array> {
  if (body.byteLength > 0) yield body;
}
