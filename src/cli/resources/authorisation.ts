import type { Authorised } from '../../sca/authorise.ts';
import type { MetaWithSca } from '../../sca/targets.ts';
import { type ColumnLine, type Columns, QUIET } from '../columns.ts';
import { card, type Presentation } from '../presentation.ts';

type Outcome = Authorised['_meta'];

/** The columns of an SCA that was played to its end beside the result. */
export const outcomeColumns: Columns<{ readonly _meta: Outcome }> = [
  ['PSU-ID', ({ _meta }) => _meta.sca?.psuId, 'identifier'],
  ['PSU-Corporate-ID', ({ _meta }) => _meta.sca?.psuCorporateId, 'identifier'],
];

/**
 * Builds the command that plays the PSU of an SCA. Undefined at a bank whose site serves the link: the embedded bank serves
 * none between commands. `hasPsu` is false where the bank may not know yet who the PSU is. @see C-sca-command
 */
export type ScaCommand = ((id: string, hasPsu?: boolean) => string) | undefined;

export interface WithScaCommand {
  readonly scaCommand?: ScaCommand;
}

/** Shows a result whose SCA may be open with the command that plays its PSU. */
export function withScaCommand<Result extends object>(
  { text, quiet }: Pick<Presentation<Result & WithScaCommand>, 'text' | 'quiet'>,
  scaCommand: ScaCommand,
): Presentation<Result> {
  return {
    text: (result, look) => text({ ...withCreation(result), scaCommand }, look),
    quiet: quiet && ((result) => quiet(withCreation(result))),
  };
}

/** A card shows fees and ids of the creation beside what was read after the SCA. */
function withCreation<Result extends object>(result: Result): Result {
  const { created } = (result as Partial<MetaWithSca>)._meta ?? {};
  return { ...created, ...result };
}

/**
 * Shows where the PSU authorises, or the command that does it.
 * @param readLink of an SCA that is open
 * @see C-sca-command
 */
export function authoriseColumns<Row extends object>(
  readLink: (row: Row) => string | undefined,
  buildCommand: (row: Row, scaCommand: NonNullable<ScaCommand>) => string | undefined,
): Columns<Row & WithScaCommand> {
  return [
    ['Authorise at', (row) => (row.scaCommand ? undefined : readLink(row)), 'identifier', QUIET],
    [
      'Authorise with',
      (row) =>
        row.scaCommand && (readLink(row) === undefined ? undefined : buildCommand(row, row.scaCommand)),
      'identifier',
    ],
  ];
}

interface Opened {
  readonly _links?: Authorised['_links'];
  readonly _meta: Outcome;
}

/** After the SCA there is nothing to authorise. */
export function authorise<Row extends Opened>(readId: (row: Row) => string | undefined) {
  const readLink = ({ _links, _meta }: Row) =>
    _meta.sca === undefined ? _links?.scaRedirect?.href : undefined;
  return authoriseColumns(readLink, (row, scaCommand) => {
    const id = readId(row);
    return id === undefined ? undefined : scaCommand(id);
  });
}

export const requestId: ColumnLine<{ readonly _meta: { readonly requestId: string } }> = [
  'X-Request-ID',
  ({ _meta }) => _meta.requestId,
  'identifier',
];

type Started = Partial<Omit<Authorised, '_meta'>> & Pick<Authorised, '_meta'>;

/** The columns of an authorisation that a command has started. */
export const startedColumns: Columns<Started & WithScaCommand> = [
  ['SCA', ({ scaStatus, _meta }) => _meta.sca?.scaStatus ?? scaStatus, 'status'],
  ...authorise<Started>(({ authorisationId }) => authorisationId),
  ...outcomeColumns,
  requestId,
];

/** An authorisation that was started: of a payment or of a basket, whose status is known once it is confirmed. */
export const authorisedPayment = card<Authorised & WithScaCommand>([
  ['Authorisation', 'authorisationId', 'identifier', QUIET],
  ['Status', ({ _meta }) => _meta.sca?.transactionStatus, 'status'],
  ...startedColumns,
]);
