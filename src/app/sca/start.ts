import type { RememberedPsu } from '../../client/ledger/ledger.ts';
import type { CallOptions } from '../../client/session.ts';
import type { ScaStatus } from '../../values/statuses.ts';
import type { AuthorisationStarted } from '../../wire/authorisation.ts';
import type { Links } from '../../wire/link.ts';
import type { AtBank } from '../at-bank.ts';
import type { Known } from '../named-psu.ts';
import type { PsuChoice } from '../psu-choice.ts';
import type { Approval } from './approvables.ts';
import type { MetaWithSca, ScaChoice } from './choice.ts';
import { type Begun, rememberAndPlay } from './play.ts';

export type Authorised = AuthorisationStarted & MetaWithSca;

interface Starting {
  readonly choice: PsuChoice;
  readonly sca: ScaChoice;
  readonly options: CallOptions;
}

/** Starts the SCA of what is there, and goes on with it as `--sca` says. */
export async function startAndPlay<Reference>(
  there: AtBank,
  approval: Approval<Reference>,
  known: Known<Reference>,
  { choice, sca, options }: Starting,
): Promise<Authorised> {
  const started = await there.session.call(approval.start, known.reference, known.psu, options);
  const { _links: links, scaStatus } = started.resource;
  const { tppSessionId } = started;
  const begun = begunOf(approval, known, { links, tppSessionId, isEnded: isEnd(scaStatus), scaStatus });
  return rememberAndPlay(there, there.withMeta(started), begun, sca, choice);
}

function isEnd(scaStatus: ScaStatus): boolean {
  return scaStatus === 'EXEMPTED' || scaStatus === 'FINALISED' || scaStatus === 'FAILED';
}

/** What an answer has started. */
interface Started {
  readonly links: Links;
  readonly tppSessionId: string;
  readonly isEnded: boolean;
  readonly scaStatus?: ScaStatus;
}

/** An SCA that was started, with the thing itself or for it. */
export function begunOf<Reference>(
  { kind, idOf, remember }: Approval<Reference>,
  { reference, ...owned }: Known<Reference>,
  started: Started,
): Begun {
  const psu = rememberedOf({ ...owned, tppSessionId: started.tppSessionId });
  return {
    ...{ kind, id: idOf(reference), ...owned, ...started },
    remember: (ledger) => remember(ledger, reference, psu),
  };
}

/** What is remembered of whose something is. */
export function rememberedOf({
  psu: { psuId },
  customerNumber,
  tppSessionId,
}: Omit<Known<never>, 'reference'> & { readonly tppSessionId: string }): RememberedPsu {
  return {
    tppSessionId,
    ...(psuId === undefined ? {} : { psuId }),
    ...(customerNumber === undefined ? {} : { customerNumber }),
  };
}
