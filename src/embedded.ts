import { randomBytes } from 'node:crypto';
import { readCertificate } from './certificates/read.ts';
import { type Called, call } from './client/call.ts';
import type { CallContext, Operation } from './client/operation.ts';
import { clock, stopwatch } from './clock.ts';
import { Fault } from './errors.ts';
import { openBank } from './library.ts';
import { makeProfileFolder } from './settings/home.ts';
import { openIdentity } from './settings/make-identity.ts';
import type { OpenedSettings } from './settings/open-settings.ts';
import type { Surroundings } from './settings/surroundings.ts';
import { createSigner } from './signing/sign.ts';
import { inProcess } from './transport/in-process.ts';
import { signed } from './transport/signed.ts';

/** A TPP at its bank: what the commands of a profile call operations on. */
export interface Session {
  call<Input, Resource>(
    operation: Operation<Input, Resource>,
    input: Input,
    psu?: CallContext['psu'],
  ): Promise<Called<Resource>>;
  close(): Promise<void>;
}

/** Opens the embedded bank of a profile; world, key and certificate are made at first use. @see safety.md §7 */
export async function openEmbedded(
  settings: OpenedSettings,
  { uid, platform }: Surroundings,
  onUnexpected: (fault: unknown) => void,
): Promise<Session> {
  const places = makeProfileFolder(settings.home, settings.profile.name, uid);
  const identity = await openIdentity(places.keys, { uid, platform, now: clock, random: randomBytes });
  const reading = readCertificate(identity.certificateDer);
  if (!reading.ok) {
    throw new Fault('FILE_UNREADABLE', `${identity.certificateFile} is no certificate: ${reading.reason}.`);
  }
  const { values } = settings;
  const { keyIdStyle, serialDigits, encodedWord, requestTarget, emptyBodyDigest, digestAlgorithm } = values;
  const signer = createSigner(identity.privateKey, reading.certificate, {
    style: keyIdStyle,
    evenSerial: serialDigits === 'even',
  });
  const bank = openBank({ path: places.store, onUnexpected });
  await bank.open();
  const transport = signed(inProcess(bank.handle), signer, {
    clock,
    encodedWord,
    requestTarget,
    emptyBodyDigest,
    digestAlgorithm,
  });
  const tppSessionId = freshId();
  const tppRedirectUri = values.redirectUri ?? loopbackCallback(values.callbackPort);
  return {
    call: (operation, input, psu = {}) =>
      call({ transport, stopwatch }, operation, input, {
        basePath: '',
        requestId: freshId(),
        acceptFix: values.acceptFix,
        tppSessionId,
        tppRedirectUri,
        ...(values.psuIpAddress === undefined ? {} : { psuIpAddress: values.psuIpAddress }),
        psu,
      }),
    close: () => bank.close(),
  };
}

/** 128 random bits in the writing of a UUID; one of RFC 4122 would have 122. @see safety.md §8 */
function freshId(): string {
  const hex = randomBytes(16).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** @see safety.md §9 Callback: the state stands in the path */
function loopbackCallback(port = DEFAULT_CALLBACK_PORT): string {
  return `http://127.0.0.1:${port}/cb/${randomBytes(16).toString('base64url')}`;
}

const DEFAULT_CALLBACK_PORT = 8910;
