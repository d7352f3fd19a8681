import { isAt } from '../../core/scan.ts';
import { INVISIBLE, nameInvisible } from '../invisible.ts';
import { placeIn, unreadable } from '../unreadable.ts';

const COPY_AS_BASH =
  "Copy it for bash: 'Copy as cURL (bash)' in a browser, shell or bash in other tools. Or rewrite it with single quotes.";

/** Before a line end or a double quote: how cmd continues a line and keeps a quote. */
const CMD_CARET = /\^(?:\r?\n|\^?["%&|<>{}])/y;
const POWERSHELL_CONTINUATION = /`[ \t]*\r?\n/y;
/** Curly quotes and dashes: UTF-8 octets, as word processors and chat programs write them. */
const TYPOGRAPHIC = /\xe2\x80[\x90-\x9f]/y;

/** Signs of text that bash would read otherwise than it was meant. */
export function refuseForeignShell(octets: string, position: number): void {
  if (isAt(CMD_CARET, octets, position)) {
    throw unreadable(
      `This command is for the Windows command prompt (^ at ${placeIn(octets, position)}).`,
      COPY_AS_BASH,
    );
  }
  if (isAt(POWERSHELL_CONTINUATION, octets, position)) {
    throw unreadable(`This command is for PowerShell (\` at ${placeIn(octets, position)}).`, COPY_AS_BASH);
  }
  const invisible = INVISIBLE.exec(octets.slice(position, position + 3));
  if (invisible?.index === 0) {
    throw unreadable(
      `There's ${nameInvisible(invisible[0])} at ${placeIn(octets, position)}. A shell reads it as text.`,
      'Replace it with a plain space, or remove it.',
    );
  }
  if (isAt(TYPOGRAPHIC, octets, position)) {
    throw unreadable(
      `The quote or dash at ${placeIn(octets, position)} is typographic. A shell reads it as text.`,
      'Replace such characters with straight quotes and hyphens.',
    );
  }
}
