import type { TransactionStatus } from '../../values/statuses.ts';
import type { Meta } from '../at-bank.ts';
import type { PsuChoice } from '../psu-choice.ts';

/** What becomes of the SCA that a command starts. @see cli.md Commands, --sca */
export interface ScaChoice {
  readonly way: 'browser' | 'approve' | 'decline' | 'none';
  readonly agreement: string | undefined;
  /** How long the PSU is waited for in a browser. */
  readonly timeoutMs: number;
}

/** Who plays the PSU; what is absent is left to the bank. */
export interface ScaPlayer extends Pick<PsuChoice, 'as' | 'context'> {
  /** agreementId, in the corporate context. */
  readonly agreement: string | undefined;
}

/** An SCA that the bank has confirmed over the signed channel. */
export interface ConfirmedSca {
  readonly scaStatus: 'FINALISED';
  readonly psuId: string;
  readonly psuCorporateId?: string;
}

/** How an SCA ended, and what the bank makes of what it approves by now. @see cli.md JSON shapes */
export interface ScaOutcome {
  readonly scaStatus: 'FINALISED' | 'EXEMPTED';
  readonly transactionStatus: TransactionStatus;
  /** Of an exempted one as far as the profile knows the PSU. */
  readonly psuId?: string;
  readonly psuCorporateId?: string;
}

/** Of a result whose SCA is at its end. */
export interface MetaWithSca {
  readonly _meta: Meta['_meta'] & { readonly sca?: ScaOutcome };
}
