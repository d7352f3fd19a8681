import { hash, randomBytes } from 'node:crypto';

/** The time in which a code can be exchanged. @see S11-page-code */
const CODE_MILLISECONDS = 60_000;
/** More pages and codes than a person opens; the oldest end. */
const MOST_CODES = 16;
const MOST_TOKENS = 256;

/** Codes and tokens with which pages reach the operator's port, in memory only. @see S11-page-code */
export class PageAccess {
  readonly #clock: () => number;
  /** Hashes, so that a comparison's time says nothing; with the time at which each code ends. */
  readonly #codes = new Map<string, number>();
  readonly #tokens = new Map<string, true>();

  /** @param clock returns monotonic milliseconds */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  createCode(): string {
    const code = createSecret();
    keepNewest(this.#codes, hashSecret(code), this.#clock() + CODE_MILLISECONDS, MOST_CODES);
    return code;
  }

  /** Exchanges a code for a token. @returns undefined if it is unknown, used or too old */
  exchangeCode(code: string): string | undefined {
    const key = hashSecret(code);
    const endsAt = this.#codes.get(key);
    if (endsAt === undefined) return undefined;
    this.#codes.delete(key);
    if (this.#clock() >= endsAt) return undefined;
    const token = createSecret();
    keepNewest(this.#tokens, hashSecret(token), true, MOST_TOKENS);
    return token;
  }

  isToken(shown: string): boolean {
    return this.#tokens.has(hashSecret(shown));
  }
}

function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

function keepNewest<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
