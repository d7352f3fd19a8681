import type { BbansAsked, BbansForetold } from '../../wire/operator.ts';
import { act } from './act.ts';

/** What bbans accounts would have that bring none. @see D11-foretell-bbans */
export const foretellBbans = act<BbansAsked, BbansForetold>('foretell bbans', (body) => ({ body }));
