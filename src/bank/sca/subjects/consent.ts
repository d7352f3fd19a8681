import type { Op } from '../../../store/contract.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import { type ConsentOf, chosenIn, findConsentable, giveConsent } from '../../life/consent.ts';
import type { Subject } from './subject.ts';

/**
 * The accounts that a TPP may show: in step 3 the PSU says which, of those that are in their context then; an account
 * that is gone when they confirm is left out. A failure leaves what was granted.
 * @see D6-consent, D15-context-accounts, D15-sca-failed
 */
export function* findConsentSubject(sca: Authorisation): Op<Subject> {
  const { accounts: chosen } = sca.progress;
  const consent = consentOf(sca);
  const there = consent ? yield* findConsentable(consent) : { listed: [], granted: new Set<string>() };
  const accounts = there.listed.filter(({ id }) => chosen?.includes(id));
  const ids = accounts.map(({ id }) => id);
  return {
    isOver: false,
    needsNoPage: false,
    asksForAccounts: true,
    *likelyPsu(): Op<undefined> {},
    *maySign(): Op<undefined> {},
    // biome-ignore lint/correctness/useYield: a row of the table is a generator, and the accounts are there already
    *choose(asked) {
      const wanted = chosenIn(there, asked);
      return 'unlisted' in wanted ? wanted : { accounts: wanted };
    },
    // biome-ignore lint/correctness/useYield: as above
    *shown() {
      return chosen === undefined ? { kind: 'choice', ...there } : { kind: 'accounts', accounts, ...there };
    },
    *carryOut() {
      if (!consent || chosen === undefined)
        throw new Error('a consent was confirmed before the PSU chose its accounts');
      yield* giveConsent(consent, ids);
      return undefined;
    },
    *failed() {},
    standing: sca.scaStatus === 'FINALISED' ? { accounts: ids } : {},
  };
}

/** Undefined until it is known who the PSU is and for whom they act. */
function consentOf({ tpp, progress }: Authorisation): ConsentOf | undefined {
  const { identified: psu, context, agreement } = progress;
  const isOpen = context === undefined || (context === 'CORPORATE' && agreement === undefined);
  return psu === undefined || isOpen ? undefined : { tpp, psu, agreement };
}
