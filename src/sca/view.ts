import { type ColumnLine, type Columns, createCard, type Presentation, QUIET } from '../cli/presentation.ts';
import type { ScaCommand } from '../cli/profile-hint.ts';
import { initiationColumns } from '../payments/view.ts';
import type { ScaPlayed } from '../wire/answers/operator.ts';
import type { AuthorisationResult } from './authorise.ts';
import { findScaRedirect } from './link.ts';
import type { MetaWithSca } from './targets.ts';

/** The columns of an SCA that ended, beside those of the result. */
export const outcomeColumns: Columns<MetaWithSca> = [
  ['PSU-ID', ({ _meta }) => _meta.sca?.psuId, 'identifier'],
  ['PSU-Corporate-ID', ({ _meta }) => _meta.sca?.psuCorporateId, 'identifier'],
];

export interface WithScaCommand {
  readonly scaCommand?: ScaCommand;
}

/** Adds to a view the command that plays the PSU of an open SCA. */
export function withScaCommand<Result extends object>(
  { text, quiet }: Pick<Presentation<Result & WithScaCommand>, 'text' | 'quiet'>,
  scaCommand: ScaCommand,
): Presentation<Result> {
  return {
    text: (result, look) => text({ ...withCreation(result), scaCommand }, look),
    quiet: quiet && ((result) => quiet(withCreation(result))),
  };
}

/** Adds fees and ids of the creation to the resource that was read after the SCA. */
function withCreation<Result extends object>(result: Result): Result {
  const { created } = (result as Partial<MetaWithSca>)._meta ?? {};
  return { ...created, ...result };
}

/**
 * Creates the columns of the link at which the PSU authorises, or of the command that plays the PSU; empty after the
 * SCA.
 * @param readId returns the id for the command
 * @see C-sca-command
 */
export function authoriseColumns<Row extends object>(
  readId: (row: Row) => string | undefined,
): Columns<Row & WithScaCommand> {
  const readLink = (row: Row & Partial<MetaWithSca>) =>
    row._meta?.sca === undefined ? findScaRedirect(row) : undefined;
  return [
    ['Authorise at', (row) => (row.scaCommand ? undefined : readLink(row)), 'identifier', QUIET],
    [
      'Authorise with',
      (row) => {
        const id = readLink(row) === undefined ? undefined : readId(row);
        return id === undefined ? undefined : row.scaCommand?.(id);
      },
      'identifier',
    ],
  ];
}

export const requestId: ColumnLine<{ readonly _meta: { readonly requestId: string } }> = [
  'X-Request-ID',
  ({ _meta }) => _meta.requestId,
  'identifier',
];

type StartedAuthorisation = Partial<Omit<AuthorisationResult, '_meta'>> & Pick<AuthorisationResult, '_meta'>;

/** The columns of an authorisation that a command has started. */
export const startedColumns: Columns<StartedAuthorisation & WithScaCommand> = [
  ['SCA', ({ scaStatus, _meta }) => _meta.sca?.scaStatus ?? scaStatus, 'status'],
  ...authoriseColumns<StartedAuthorisation>(({ authorisationId }) => authorisationId),
  ...outcomeColumns,
  requestId,
];

/** The card of a started authorisation of a payment or basket; its status is known after the confirmation. */
export const authorisedPayment = createCard<AuthorisationResult & WithScaCommand>([
  ['Authorisation', 'authorisationId', 'identifier', QUIET],
  ['Status', ({ _meta }) => _meta.sca?.transactionStatus, 'status'],
  ...initiationColumns,
  ...startedColumns,
]);

/** The card of an SCA that has ended. */
export const playedSca = createCard<Partial<ScaPlayed>>([
  ['Authorisation', 'authorisationId', 'identifier', QUIET],
  ['SCA', 'scaStatus', 'status'],
  ['Payment', 'paymentId', 'identifier'],
  ['Basket', 'basketId', 'identifier'],
  ['Status', 'transactionStatus', 'status'],
  ['Accounts', ({ accounts }) => (accounts?.length === 0 ? 'none' : accounts?.join(', '))],
  ['Context', 'context'],
  ['PSU-ID', 'psuId', 'identifier'],
  ['PSU-Corporate-ID', 'psuCorporateId', 'identifier'],
  ['Sent to', 'redirect', 'identifier'],
]);
