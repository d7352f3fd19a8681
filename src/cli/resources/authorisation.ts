import type { AuthorisedPayment, CancelledPayment } from '../../payments/authorise.ts';
import type { AcceptedSca } from '../../sca/accept.ts';
import type { PlayedSca } from '../../sca/authorise.ts';
import type { MetaWithSca } from '../../sca/types.ts';
import type { Column } from '../columns.ts';
import { harmless } from '../foreign-text.ts';
import { wrap } from '../layout.ts';
import { card, type Presentation } from '../presentation.ts';

export type { AcceptedSca, AuthorisedPayment, CancelledPayment, PlayedSca };

type Outcome = AuthorisedPayment['_meta'];

/** The columns of an SCA that was played to its end beside the result. */
export const outcomeColumns: readonly Column<{ readonly _meta: Outcome }>[] = [
  { label: 'PSU-ID', kind: 'identifier', value: ({ _meta }) => _meta.sca?.psuId },
  { label: 'PSU-Corporate-ID', kind: 'identifier', value: ({ _meta }) => _meta.sca?.psuCorporateId },
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
    ...(quiet === undefined ? {} : { quiet: (result) => quiet(withCreation(result)) }),
  };
}

/** A card shows fees and ids of the creation beside what was read after the SCA. */
function withCreation<Result extends object>(result: Result): Result {
  const { created } = (result as Partial<MetaWithSca>)._meta ?? {};
  return { ...created, ...result };
}

/**
 * Shows where the PSU authorises, or the command that does it.
 * @param linkOf of an SCA that is open
 * @see C-sca-command
 */
export function authoriseColumns<Row extends object>(
  linkOf: (row: Row) => string | undefined,
  commandOf: (row: Row, scaCommand: NonNullable<ScaCommand>) => string | undefined,
): readonly Column<Row & WithScaCommand>[] {
  return [
    {
      label: 'Authorise at',
      kind: 'identifier',
      value: (row) => (row.scaCommand === undefined ? linkOf(row) : undefined),
      isQuiet: true,
    },
    {
      label: 'Authorise with',
      kind: 'identifier',
      value: (row) =>
        row.scaCommand === undefined || linkOf(row) === undefined
          ? undefined
          : commandOf(row, row.scaCommand),
    },
  ];
}

interface Opened {
  readonly _links?: AuthorisedPayment['_links'];
  readonly _meta: Outcome;
}

/** After the SCA there is nothing to authorise. */
export function authorise<Row extends Opened>(idOf: (row: Row) => string | undefined) {
  const linkOf = ({ _links, _meta }: Row) =>
    _meta.sca === undefined ? _links?.scaRedirect?.href : undefined;
  return authoriseColumns(linkOf, (row, scaCommand) => {
    const id = idOf(row);
    return id === undefined ? undefined : scaCommand(id);
  });
}

export const requestId: Column<{ readonly _meta: { readonly requestId: string } }> = {
  label: 'X-Request-ID',
  kind: 'identifier',
  value: ({ _meta }) => _meta.requestId,
};

type Started = Pick<CancelledPayment, 'scaStatus' | 'authorisationId' | '_links' | '_meta'>;

/** Of an authorisation that a command has started. */
const startedColumns: readonly Column<Started & WithScaCommand>[] = [
  { label: 'SCA', kind: 'status', value: ({ scaStatus, _meta }) => _meta.sca?.scaStatus ?? scaStatus },
  ...authorise<Started>(({ authorisationId }) => authorisationId),
  ...outcomeColumns,
  requestId,
];

/** An authorisation that was started: of a payment or of a basket, whose status is known once it is confirmed. */
export const authorisedPayment = card<AuthorisedPayment & WithScaCommand>([
  {
    label: 'Authorisation',
    kind: 'identifier',
    value: ({ authorisationId }) => authorisationId,
    isQuiet: true,
  },
  { label: 'Status', kind: 'status', value: ({ _meta }) => _meta.sca?.transactionStatus },
  ...startedColumns,
]);

const cancelling = card<CancelledPayment & { readonly paymentId: string } & WithScaCommand>([
  { label: 'Payment', kind: 'identifier', value: ({ paymentId }) => paymentId, isQuiet: true },
  { label: 'Status', kind: 'status', value: ({ transactionStatus }) => transactionStatus },
  { label: 'Authorisation', kind: 'identifier', value: ({ authorisationId }) => authorisationId },
  ...startedColumns,
]);

/** A payment that is cancelled at once, or whose cancellation has its own SCA. @see D4-cancel-sca */
export function cancelledPayment(
  paymentId: string,
): Required<Omit<Presentation<CancelledPayment & WithScaCommand>, 'bytes'>> {
  return {
    text: (cancelled, look) => {
      const said = wrap(sentenceOf(cancelled, harmless(paymentId)), look.width).join('\n');
      if (cancelled.transactionStatus === undefined) return said;
      return `${said}\n\n${cancelling.text({ ...cancelled, paymentId }, look)}`;
    },
    quiet: (cancelled) => cancelling.quiet({ ...cancelled, paymentId }),
  };
}

function sentenceOf({ transactionStatus, _meta }: CancelledPayment, paymentId: string): string {
  if (transactionStatus === undefined || transactionStatus === 'CANC')
    return `Payment ${paymentId} is cancelled.`;
  const how = _meta.sca === undefined ? ': its PSU must approve that first' : '';
  return `Payment ${paymentId} isn't cancelled yet${how}.`;
}

type Ended = Partial<PlayedSca>;

/** Of an SCA that is at its end, whoever has played it. */
const endedColumns: readonly Column<Ended>[] = [
  {
    label: 'Authorisation',
    kind: 'identifier',
    value: ({ authorisationId }) => authorisationId,
    isQuiet: true,
  },
  { label: 'SCA', kind: 'status', value: ({ scaStatus }) => scaStatus },
  { label: 'Payment', kind: 'identifier', value: ({ paymentId }) => paymentId },
  { label: 'Basket', kind: 'identifier', value: ({ basketId }) => basketId },
  { label: 'Status', kind: 'status', value: ({ transactionStatus }) => transactionStatus },
  { label: 'Accounts', value: ({ accounts }) => (accounts?.length === 0 ? 'none' : accounts?.join(', ')) },
  { label: 'Context', value: ({ context }) => context },
  { label: 'PSU-ID', kind: 'identifier', value: ({ psuId }) => psuId },
  { label: 'PSU-Corporate-ID', kind: 'identifier', value: ({ psuCorporateId }) => psuCorporateId },
  { label: 'Sent to', kind: 'identifier', value: ({ redirect }) => redirect },
];

export const playedSca = card<PlayedSca>(endedColumns);

export const acceptedSca = card<AcceptedSca>(endedColumns);
