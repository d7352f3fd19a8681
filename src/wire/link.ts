export type Verb = 'GET' | 'PUT' | 'POST' | 'DELETE';

/** Both members are always there. @see I-common-types, D2-links */
export interface Link {
  /** Origin-relative with the base path; absolute for scaRedirect alone. */
  readonly href: string;
  readonly verbs: readonly Verb[];
}

export type Links = Readonly<Record<string, Link>>;

export function link(href: string, ...verbs: Verb[]): Link {
  return { href, verbs };
}
