import { buildNaturalKey, deriveIdOfUse } from '../../../src/bank/domain/ids.ts';
import { accountIdOf } from '../account-id.ts';
import { agree, disagree, disengage, engage, type Wanted } from '../model/agreements.ts';
import { FIRM } from '../model/facts.ts';
import { MOST_AGREEMENTS } from '../model/psu.ts';
import type { Engagement, Model } from '../model/state.ts';
import { type Ids, NOT_MADE, once, type Plan } from '../plan.ts';
import type { Sent } from '../sent.ts';

/** Commands about the firm's agreements; they are counted back from the last. */
export type AgreementCommand = { readonly do: 'agreement' } & (
  | { readonly way: 'make' }
  | { readonly way: 'end'; readonly at: number }
  | { readonly way: 'engage'; readonly at: number; readonly wanted: Wanted }
  | { readonly way: 'disengage'; readonly at: number }
);

const AGREEMENTS = '/v1/sandbox/agreements';
/** All have one name. */
export const AGREEMENT = { owner: FIRM, name: 'Firm' };

export function planOfAgreement(model: Model, command: AgreementCommand, ids: Ids): Plan | undefined {
  const { agreements, engagements } = model;
  switch (command.way) {
    case 'make':
      // More would have ids that nobody knows beforehand.
      if (agreements.length === MOST_AGREEMENTS) return undefined;
      return { sent: sandboxSent('POST', AGREEMENTS, AGREEMENT), act: once(agree) };
    case 'end': {
      const place = agreements.length - 1 - command.at;
      const path = `${AGREEMENTS}/${ids.agreements[place] ?? NOT_MADE}`;
      return { sent: sandboxSent('DELETE', path), act: once((then) => disagree(then, place)) };
    }
    case 'engage': {
      const place = agreements.length - 1 - command.at;
      const { wanted } = command;
      return {
        sent: engagementSent(model, ids.agreements[place], wanted),
        act: once((then) => engage(then, place, wanted)),
      };
    }
    case 'disengage': {
      const place = engagements.length - 1 - command.at;
      const agreement = ids.agreements[engagements[place]?.agreement ?? -1] ?? NOT_MADE;
      const path = `${AGREEMENTS}/${agreement}/engagements/${engagementId(model, place, ids)}`;
      return { sent: sandboxSent('DELETE', path), act: once((then) => disengage(then, place)) };
    }
  }
}

/** The request that engages a customer. */
export function engagementSent(
  { facts }: Pick<Model, 'facts'>,
  agreement: string | undefined,
  { psu, account, roles }: Wanted,
): Sent {
  const body = { customer: psu, account: { iban: facts[account]?.iban }, roles: roles.split(' ') };
  return sandboxSent('POST', `${AGREEMENTS}/${agreement ?? NOT_MADE}/engagements`, body);
}

export function sandboxSent(method: string, path: string, body?: object): Sent {
  return {
    method,
    path,
    headers: { 'X-Request-ID': 'agreement' },
    signer: 'first',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

/** By what it is of and how often that was made. @see D8-natural-key */
function engagementId(model: Model, place: number, { agreements }: Ids): string {
  const { engagements } = model;
  const engagement = engagements[place];
  const agreement = agreements[engagement?.agreement ?? -1];
  if (!engagement || agreement === undefined) return NOT_MADE;
  const { psu, account, made } = engagement;
  const isSame = (one: Engagement) =>
    one.agreement === engagement.agreement && one.psu === psu && one.account === account && one.made === made;
  const key = buildNaturalKey('engagement', agreement, psu, accountIdOf(model, account, made));
  return deriveIdOfUse('psd2', key, engagements.slice(0, place + 1).filter(isSame).length);
}
