/** A no-break space, a zero-width character or a byte order mark, as octets of UTF-8. */
export const INVISIBLE = /\xc2\xa0|\xe2\x80[\x8b-\x8d\xaf]|\xe2\x81\xa0|\xef\xbb\xbf/;

const NAMES: Readonly<Record<string, string>> = {
  '\xc2\xa0': 'a no-break space (U+00A0)',
  '\xe2\x80\x8b': 'a zero-width space (U+200B)',
  '\xe2\x80\x8c': 'a zero-width non-joiner (U+200C)',
  '\xe2\x80\x8d': 'a zero-width joiner (U+200D)',
  '\xe2\x80\xaf': 'a narrow no-break space (U+202F)',
  '\xe2\x81\xa0': 'a word joiner (U+2060), which has no width',
  '\xef\xbb\xbf': 'a zero-width no-break space (U+FEFF)',
};

/** `a no-break space (U+00A0)`. @see C-verify-invisible */
export function nameInvisible(octets: string): string {
  return NAMES[octets] ?? 'an invisible character';
}

/** Makes plain spaces of no-break ones, and leaves out what has no width. */
export function replaceInvisible(octets: string): string {
  return octets
    .replaceAll(/\xc2\xa0|\xe2\x80\xaf/g, ' ')
    .replaceAll(/\xe2\x80[\x8b-\x8d]|\xe2\x81\xa0|\xef\xbb\xbf/g, '');
}
