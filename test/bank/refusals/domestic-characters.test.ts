import { describe } from 'vitest';
import { set } from './changes.ts';
import { texts } from './domestic-members.ts';
import { itAnswers, malformed, type Row } from './rows.ts';
import { characterRows } from './tables.ts';

describe('characters in every text of a domestic payment [I-characters, D2-characters]', () => {
  itAnswers(characterRows(texts));
});

/** [code point, whether it can be processed]: the edges of the listed ranges, and what lies between them. */
const edges: readonly (readonly [number, boolean])[] = [
  [0x00, false],
  [0x09, false],
  [0x0a, false],
  [0x0d, false],
  [0x1f, false],
  [0x20, true],
  [0x22, true],
  [0x5c, true],
  [0x7e, true],
  [0x7f, false],
  [0x80, false],
  [0x85, false],
  [0x9f, false],
  [0xa0, true],
  [0xc6, true],
  [0xff, true],
  [0x24f, true],
  [0x250, false],
  [0x301, false],
  [0x410, false],
  [0x200b, false],
  [0x2013, true],
  [0x2014, false],
  [0x2018, false],
  [0x2019, true],
  [0x201c, true],
  [0x201d, true],
  [0x2026, true],
  [0x2028, false],
  [0x202e, false],
  [0x20ac, true],
  [0x4e2d, false],
  [0xd800, false],
  [0xdfff, false],
  [0xfeff, false],
  [0xfffd, false],
  [0x1f600, false],
  [0x10ffff, false],
];

describe('characters at the edges of what can be processed [D2-processable]', () => {
  itAnswers(
    edges.map(
      ([codePoint, processable]): Row => ({
        what: `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`,
        change: set('creditorName', `Kari${String.fromCodePoint(codePoint)}Ola`),
        answer: processable ? 'created' : malformed('creditorName'),
      }),
    ),
  );
});
