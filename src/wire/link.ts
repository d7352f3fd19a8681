export type Verb = 'GET' | 'PUT' | 'POST' | 'DELETE';

/** A link; both members are always present. @see I-common-types, D2-links */
export interface Link {
  /** Origin-relative with the base path; absolute only for scaRedirect. */
  readonly href: string;
  readonly verbs: readonly Verb[];
}

export type Links = Readonly<Record<string, Link>>;

export function link(href: string, ...verbs: Verb[]): Link {
  return { href, verbs };
}
