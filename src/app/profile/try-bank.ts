import { randomBytes } from 'node:crypto';
import { type Caller, call } from '../../client/call.ts';
import { listAccountTransactions } from '../../client/information.ts';
import type { CallContext } from '../../client/operation.ts';
import { KINDS, readPaymentStatus } from '../../client/payments.ts';
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
import { ACCEPTED, type AskedFor, good, judgeTrial } from './judge-trial.ts';
import type { Trial } from './shapes.ts';

export interface Tried {
  readonly trial: Trial;
  /** What the bank or the way to it said, where that was not good. */
  readonly fault?: Fault;
}

/**
 * Asks the bank for something that no bank has: everything is signed and checked as in earnest, and no SCA is started.
 * Nothing is written down.
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

/**
 * The same over a way that is open. A TPP of account information alone may read no payment: it asks for a list of
 * transactions. Who has both roles by its certificate may have one of them at the bank.
 */
export async function tryOver(
  way: Pick<RemoteWay, 'tpp' | 'basePath'>,
  signer: Signer | DistantSigner,
  settings: Pick<Settings, 'values'>,
): Promise<Tried> {
  const roles = signer.certificate.psd2?.roles ?? [];
  if (!roles.includes('PSP_AI')) return tryReading('payments', way, signer, settings);
  if (!roles.includes('PSP_PI')) return tryReading('accounts', way, signer, settings);
  const ofPayments = await tryReading('payments', way, signer, settings);
  if (ofPayments.trial.found !== 'role') return ofPayments;
  const ofAccounts = await tryReading('accounts', way, signer, settings);
  if (!ofAccounts.trial.ok) return ofPayments;
  return { trial: good(`${ACCEPTED} for account information. ${ofPayments.trial.message}`) };
}

async function tryReading(
  asked: AskedFor,
  way: Pick<RemoteWay, 'tpp' | 'basePath'>,
  signer: Signer | DistantSigner,
  settings: Pick<Settings, 'values'>,
): Promise<Tried> {
  try {
    await READ[asked](way, signer, settings);
    return { trial: good(`${ACCEPTED}.`) };
  } catch (fault) {
    if (!(fault instanceof Fault) || fault.code === 'INPUT_INVALID') throw fault;
    const trial = judgeTrial(fault, asked);
    return trial.ok ? { trial } : { trial, fault };
  }
}

type Read = (...over: Parameters<typeof tryOver>) => Promise<unknown>;

const READ: Readonly<Record<AskedFor, Read>> = {
  payments: ({ tpp, basePath }, signer, settings) => {
    const reference = { ...KINDS.domestic, paymentId: unknownId() };
    const context = { ...contextOf(settings), basePath, psu: {} };
    return call(callerOver(tpp, signer, settings), readPaymentStatus, reference, context);
  },
  /** An SCA would be started once the PSU is looked at. These dates are refused before. @see D7-list-dates */
  accounts: ({ tpp, basePath }, signer, settings) => {
    const dates = { bookingStatus: 'booked', dateFrom: '2000-01-02', dateTo: '2000-01-01' };
    const context = { ...contextOf(settings), basePath, psu: { psuId: freshId() } };
    const wanted = { accountId: unknownId(), ...dates };
    return call(callerOver(tpp, signer, settings), listAccountTransactions, wanted, context);
  },
};

/** As every bank's ids may look, and of nothing. */
function unknownId(): string {
  return randomBytes(16).toString('hex').slice(0, 22);
}

function callerOver(
  tpp: RemoteWay['tpp'],
  signer: Signer | DistantSigner,
  settings: Pick<Settings, 'values'>,
): Caller {
  return { transport: signed(tpp, signer, { clock, ...signOptionsOf(settings) }), stopwatch, clock };
}

function contextOf({ values }: Pick<Settings, 'values'>): Omit<CallContext, 'basePath' | 'psu'> {
  const { acceptFix, psuIpAddress, redirectUri = 'http://127.0.0.1/cb' } = values;
  return {
    ...{ acceptFix, requestId: freshId(), tppSessionId: freshId(), tppRedirectUri: redirectUri },
    ...(psuIpAddress === undefined ? {} : { psuIpAddress }),
  };
}
