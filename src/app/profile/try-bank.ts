import { randomBytes } from 'node:crypto';
import { call } from '../../client/call.ts';
import { KINDS } from '../../client/payment-kind.ts';
import { readPaymentStatus } from '../../client/read-payment.ts';
import { clock, stopwatch } from '../../clock.ts';
import { Fault } from '../../errors.ts';
import type { Settings } from '../../settings/precedence.ts';
import type { RemoteBank } from '../../settings/remote-bank.ts';
import type { DistantSigner } from '../../signing/distant-signer.ts';
import type { Signer } from '../../signing/sign.ts';
import { signed } from '../../transport/signed.ts';
import { answersTried, askedBy } from '../answers-checked.ts';
import { freshId } from '../fresh-id.ts';
import { type MaterialMeans, openRemoteSigner } from '../remote/material.ts';
import { openWay, type RemoteWay } from '../remote/way.ts';
import { keyIdOptionsOf, signOptionsOf } from '../sign-options.ts';
import { GOOD, judgeTrial } from './judge-trial.ts';
import type { Trial } from './shapes.ts';

export interface Tried {
  readonly trial: Trial;
  /** What the bank or the way to it said, where that was not good. */
  readonly fault?: Fault;
}

/**
 * Asks the bank for the status of a payment that no bank has: everything is signed and checked as in earnest, and no SCA
 * is started. Nothing is written down.
 * @throws Fault FILE_UNREADABLE, INPUT_INVALID, INPUT_MISSING, PERMISSIONS for files that can't be used
 * @see C-profile-trial
 */
export async function tryBank(
  bank: RemoteBank,
  settings: Pick<Settings, 'values' | 'profile'>,
  means: MaterialMeans,
): Promise<Tried> {
  const signer = await openRemoteSigner(bank, means, keyIdOptionsOf(settings));
  const way = await openWay(bank, means);
  try {
    // What is known of another profile's bank is not this one's.
    const tpp = answersTried(way.tpp, askedBy(settings.profile.name, bank), async () => undefined);
    return await tryOver({ ...way, tpp }, signer, settings);
  } finally {
    await way.close();
  }
}

/** The same over a way that is open. */
export async function tryOver(
  way: Pick<RemoteWay, 'tpp' | 'basePath'>,
  signer: Signer | DistantSigner,
  settings: Pick<Settings, 'values'>,
): Promise<Tried> {
  try {
    await readStatus(way, signer, settings);
    return { trial: GOOD };
  } catch (fault) {
    if (!(fault instanceof Fault) || fault.code === 'INPUT_INVALID') throw fault;
    const trial = judgeTrial(fault);
    return trial.ok ? { trial } : { trial, fault };
  }
}

async function readStatus(
  { tpp, basePath }: Pick<RemoteWay, 'tpp' | 'basePath'>,
  signer: Signer | DistantSigner,
  settings: Pick<Settings, 'values'>,
): Promise<void> {
  const { acceptFix, psuIpAddress, redirectUri = 'http://127.0.0.1/cb' } = settings.values;
  const transport = signed(tpp, signer, { clock, ...signOptionsOf(settings) });
  const paymentId = randomBytes(16).toString('hex').slice(0, 22);
  const context = {
    ...{ basePath, acceptFix, requestId: freshId(), tppSessionId: freshId(), tppRedirectUri: redirectUri },
    ...(psuIpAddress === undefined ? {} : { psuIpAddress }),
    psu: {},
  };
  await call({ transport, stopwatch, clock }, readPaymentStatus, { ...KINDS.domestic, paymentId }, context);
}
