import type { Op } from '../../../store/contract.ts';
import type { Authorisation, Purpose } from '../../domain/authorisation.ts';
import { findBasketSubject } from './basket.ts';
import { findCancellationSubject } from './cancellation.ts';
import { findConsentSubject } from './consent.ts';
import { findPaymentSubject } from './payment.ts';
import { findSessionSubject } from './session.ts';
import type { Subject } from './subject.ts';

/** What an SCA may be for, and what each comes to: whoever goes through the steps of one asks here. */
const SUBJECTS: Readonly<Record<Purpose, (sca: Authorisation) => Op<Subject>>> = {
  payment: findPaymentSubject,
  cancellation: findCancellationSubject,
  basket: findBasketSubject,
  consent: findConsentSubject,
  session: findSessionSubject,
};

/** What an SCA is about, as it stands now. */
export function findSubject(sca: Authorisation): Op<Subject> {
  return SUBJECTS[sca.purpose](sca);
}
