import type { ScaAct, ScaPlayed } from '../../wire/operator.ts';
import { act } from './act.ts';

/** An authorisation; or a payment or a basket, whose last open one is meant. */
export interface ScaReference {
  readonly id: string;
}

/** An act in which the PSU identifies. */
export interface PsuAct extends ScaReference, ScaAct {}

function byPsu(verb: 'approve' | 'decline' | 'abandon') {
  const split = ({ id, ...body }: PsuAct) => ({ params: { id }, body });
  return act<PsuAct, ScaPlayed>(`${verb} SCA` as const, split);
}

function byItself(verb: 'expire' | 'fail') {
  const split = ({ id }: ScaReference) => ({ params: { id } });
  return act<ScaReference, ScaPlayed>(`${verb} SCA` as const, split);
}

/** The PSU identifies, sees what is approved, and confirms. @see D11-play-sca */
export const approveSca = byPsu('approve');

/** The PSU identifies and says no. */
export const declineSca = byPsu('decline');

/** The PSU identifies, sees the payment and goes away: it stays open until its 15 minutes are over. */
export const abandonSca = byPsu('abandon');

/** The 15 minutes are over now. */
export const expireSca = byItself('expire');

/** The bank has a fault of its own. */
export const failSca = byItself('fail');
