import type * as z from 'zod/mini';
import type { PaymentService } from '../values/products.ts';
import type { Door, Operation } from '../wire/operations.ts';
import type { Requirements } from '../wire/required-headers.ts';

/** Parameters of a path, percent-decoded once. */
export type Params = Readonly<Record<string, string>>;

export interface QueryRule {
  readonly name: string;
  readonly holds: (value: string) => boolean;
  /** Completes "must be …". */
  readonly expected: string;
  /** Whether a request must have it. @see D2-required-query */
  readonly isRequired?: boolean;
}

/** One operation of the interface as data: everything that its guards need to know. */
export interface RouteFacts extends Requirements {
  readonly door: Door;
  readonly operation: string;
  readonly method: Operation['method'];
  /** Path below the base path, parameters in braces. */
  readonly path: string;
  /** What the SCA is for that a 401 starts; a session's, unless said. @see D15-purpose */
  readonly scaPurpose?: 'consent';
  readonly digestRequired: boolean;
  /** Of these the certificate needs one; none: any will do. */
  readonly roles: Operation['roles'];
  readonly query: readonly QueryRule[];
  /** The payment service that the path names. */
  readonly service?: PaymentService;
  /** The body's schema; absent where the operation takes none and one that comes is ignored. */
  readonly body?: (params: Params) => z.ZodMiniType<unknown>;
  /** Whether the body is one of several products'. @see D2-other-product */
  readonly isOfProduct?: boolean;
  /** How large the body may be, where that is more than of the others. @see D16-snapshot-size */
  readonly bodyLimitBytes?: number;
  /** Whether another world takes the place of the one there is. @see S7-restore */
  readonly endsWorld?: true;
  /** Whether the handler changes the store, or only reads it. */
  readonly access: 'read' | 'write';
  /** Whether it is answered at once, also while something is due. @see S5-progress */
  readonly answersWhileDue?: boolean;
  /** Whether a repeated X-Request-ID gets the first answer again. @see D3-request-id-repeat */
  readonly answersRepeats: boolean;
}
