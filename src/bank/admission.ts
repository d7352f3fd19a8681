import type { Authorities } from '../certificates/trust.ts';
import type { TppRegistry } from '../wire/tpp-registry.ts';

/** Whom a bank of production policy lets in. @see D12-production-policy */
export interface Admission {
  /** Where chains of certificates end. */
  readonly authorities: Authorities;
  /** Absent: every TPP whose chain is good. */
  readonly registry?: TppRegistry;
  /** Whether a connection must show the QWAC of the TPP whose seal signs. */
  readonly mutualTls: boolean;
}
