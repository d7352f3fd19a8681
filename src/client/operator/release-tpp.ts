import type { ReleasedTpp } from '../../wire/operator.ts';
import { act } from './act.ts';

/** In a world that strangers share, the next key that comes with the organizationIdentifier owns it. @see S11-shared-world */
export const releaseTpp = act<ReleasedTpp, ReleasedTpp>('release TPP', ({ tppId }) => ({
  params: { tppId },
}));
