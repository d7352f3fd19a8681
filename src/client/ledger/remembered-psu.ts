import type { Row } from '../../store/contract.ts';
import { optionalText } from '../../store/row.ts';
import type { RememberedPsu } from './ledger.ts';

/** The columns in which payments and baskets keep whose they are. */
export const PSU_COLUMNS = 'psu_id, customer_number, tpp_session_id';

export function psuValues({ psuId, customerNumber, tppSessionId }: RememberedPsu): (string | null)[] {
  return [psuId ?? null, customerNumber ?? null, tppSessionId ?? null];
}

export function psuOf(row: Row): RememberedPsu {
  const psuId = optionalText(row, 'psu_id');
  const customerNumber = optionalText(row, 'customer_number');
  const tppSessionId = optionalText(row, 'tpp_session_id');
  return {
    ...(psuId === undefined ? {} : { psuId }),
    ...(customerNumber === undefined ? {} : { customerNumber }),
    ...(tppSessionId === undefined ? {} : { tppSessionId }),
  };
}
