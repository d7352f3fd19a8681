import { PLAIN } from './commands/wish.ts';
import { PLACES } from './model/facts.ts';
import type { History } from './trial.ts';

/** Histories that once went wrong, as short as they could be made, and what was wrong: with the bank, or the model. */
export const WENT_WRONG: Readonly<Record<string, History>> = {
  'a creation that was refused with 429 stood in the store, without an SCA, for ever': {
    start: '2027-03-19T16:00:00+01:00',
    commands: [{ do: 'burst', tpp: 0 }],
  },
  'a start that was refused with 429 took from the payment the day on which it lapses': {
    start: '2027-03-15T10:00:00+01:00',
    commands: [
      { do: 'create', wish: { ...PLAIN, isExplicit: true } },
      { do: 'burst', tpp: 0 },
      { do: 'call', call: 'start', at: { nth: 0 }, by: { psu: 'kari' } },
      { do: 'clock', way: 'advance', to: { seconds: 86_400 } },
      { do: 'clock', way: 'wake' },
    ],
  },
  'a start that was refused with 429 ended the SCA that was open': {
    start: '2027-03-15T10:00:00+01:00',
    commands: [
      { do: 'create', wish: PLAIN },
      { do: 'burst', tpp: 0 },
      { do: 'call', call: 'start', at: { nth: 0 }, by: { psu: 'kari' } },
    ],
  },
  'a disk that failed the rollback too was answered with 500, not 503': {
    start: '2027-03-16T05:29:59+01:00',
    commands: [{ do: 'clock', way: 'wake', die: { statement: 1, when: 'after' } }],
  },
  'an SCA that the operator played with an unknown agreement was refused, and gone through half': {
    start: '2027-03-24T13:00:00+01:00',
    commands: [
      { do: 'create', wish: PLAIN },
      { do: 'play', act: 'approve', at: { nth: 0 }, given: { agreement: 'nobodys' } },
    ],
  },
  'payments of a basket that was deleted while its SCA was open waited for ever': {
    start: '2027-03-15T10:00:00+01:00',
    commands: [
      { do: 'create', wish: PLAIN },
      { do: 'basket', of: [{ nth: 0 }] },
      { do: 'basket-call', call: 'start', at: 0 },
      { do: 'basket-call', call: 'delete', at: 0 },
      { do: 'clock', way: 'advance', to: { seconds: 86_400 } },
      { do: 'clock', way: 'wake' },
    ],
  },
  "the request's own PSU's payment was kept out of a basket because another PSU's stood before it": {
    start: '2027-03-15T10:00:00+01:00',
    commands: [
      { do: 'create', wish: { ...PLAIN, psu: 'ola', debtor: PLACES.ola } },
      { do: 'create', wish: { ...PLAIN, psu: 'kari' } },
      { do: 'basket', of: [{ nth: 0 }, { nth: 1 }], by: { psu: 'kari' } },
    ],
  },
  'the model did not know that a basket which names a payment twice is refused for its form': {
    start: '2027-03-18T15:29:00+01:00',
    commands: [
      { do: 'basket', of: [{ nth: -2 }, { nth: -1 }] },
      { do: 'basket-again', back: 0, change: 'members' },
    ],
  },
};
