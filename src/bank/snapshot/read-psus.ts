import type { SnapshotRecordOf } from '../../wire/snapshot.ts';
import { type Progress, type ScaFailure, UNOPENED } from '../domain/authorisation.ts';
import { orderedId } from '../domain/ids.ts';
import type { EndedAuthorisation, GivenConsent, KnownPsu } from '../store/tables/snapshot-rows.ts';
import { instantOf } from './instants.ts';
import type { ReadData } from './read-data.ts';
import type { Faults, Placed, RecordsByKind } from './records.ts';

export interface ReadPsus {
  readonly authorisations: readonly EndedAuthorisation[];
  readonly psus: readonly KnownPsu[];
  readonly consents: readonly GivenConsent[];
}

interface Around {
  readonly seed: string;
  readonly data: ReadData;
  readonly faults: Faults;
  /** Stands for the links of SCAs that have ended: nobody is told it. */
  readonly secret: string;
}

export function readPsus(around: Around, records: RecordsByKind): ReadPsus {
  const { faults } = around;
  const numbers = new Set<number>();
  const consents = new Set<string>();
  return {
    authorisations: records.authorisation.map(({ place, record }) => {
      if (numbers.has(record.authorisation))
        faults.add(place, 'authorisation', 'stands in the snapshot twice');
      numbers.add(record.authorisation);
      return authorisationOf(around, place, record);
    }),
    psus: records.psu.map(({ record: { psu, tpp, lastSca } }) => ({
      psu,
      tpp,
      lastSca: instantOf(lastSca),
    })),
    consents: records.consent.map((one) => {
      const consent = consentOf(around, one);
      const key = JSON.stringify([consent.tpp, consent.psu, consent.agreement]);
      if (consents.has(key)) faults.add(one.place, 'consent', 'stands in the snapshot twice');
      consents.add(key);
      return consent;
    }),
  };
}

function agreementOf(
  { data, faults }: Around,
  place: number,
  member: string,
  name: string | undefined,
): string | undefined {
  if (name === undefined) return undefined;
  const id = data.agreementNames.idOf(name);
  if (id === undefined) faults.add(place, member, "isn't an agreement of this snapshot");
  return id;
}

function consentOf(around: Around, { place, record }: Placed<'consent'>): GivenConsent {
  const { data, faults } = around;
  const ids = record.accounts.map((name) => data.accountNames.idOf(name));
  if (ids.includes(undefined)) faults.add(place, 'accounts', 'has one that the snapshot lacks');
  return {
    psu: record.consent,
    tpp: record.tpp,
    agreement: agreementOf(around, place, 'agreement', record.agreement) ?? '',
    accounts: [...new Set(ids.filter((id) => id !== undefined))],
  };
}

function authorisationOf(
  around: Around,
  place: number,
  record: SnapshotRecordOf<'authorisation'>,
): EndedAuthorisation {
  const { seed, secret } = around;
  const sequence = BigInt(record.authorisation);
  const givenAgreement = agreementOf(around, place, 'givenAgreement', record.givenAgreement);
  const progress = progressOf(record, agreementOf(around, place, 'agreement', record.agreement));
  const { purpose, scaStatus, tpp, tppName, brand, psu, givenContext, keptFrom } = record;
  return {
    ...{ sequence, authorisationId: orderedId(seed, 'authorisation', sequence) },
    ...{ purpose, scaStatus, tpp, tppName, secret, progress },
    // Neither stands in a snapshot: no session is revived by it, and nobody is sent back.
    ...{ tppSessionId: '', redirectUri: '', prefersApp: false },
    subject: BigInt(record.of),
    createdAt: instantOf(record.createdAt),
    ...(brand === undefined ? {} : { brand }),
    ...(psu === undefined ? {} : { psu }),
    ...(givenContext === undefined ? {} : { givenContext }),
    ...(givenAgreement === undefined ? {} : { givenAgreement }),
    keptFrom: keptFrom === undefined ? progress.endedAt : instantOf(keptFrom),
  };
}

function progressOf(record: SnapshotRecordOf<'authorisation'>, agreement: string | undefined): Progress {
  const { identified, context, failure, endedAt } = record;
  return {
    ...UNOPENED,
    ...(identified === undefined ? {} : { identified }),
    ...(context === undefined ? {} : { context }),
    ...(agreement === undefined ? {} : { agreement }),
    ...(failure === undefined ? {} : { failure: failure as ScaFailure }),
    ...(endedAt === undefined ? {} : { endedAt: instantOf(endedAt) }),
  };
}
