import type { Capture } from '../../src/captures/capture.ts';
import { type ReadOptions, readCapture } from '../../src/captures/read.ts';
import { Fault } from '../../src/errors.ts';

/** Text is UTF-8; a file that is not given is not there. */
export function read(
  input: string | Uint8Array,
  options: Omit<ReadOptions, 'readFile'> & {
    readonly files?: Readonly<Record<string, string | Uint8Array>>;
  } = {},
): Capture {
  const { files = {}, ...others } = options;
  return readCapture(Buffer.from(input), {
    ...others,
    readFile: (name) => {
      const content = files[name];
      if (content === undefined) throw new Fault('FILE_UNREADABLE', `There is no ${name}.`);
      return Buffer.from(content);
    },
  });
}

/** What is said of input that can't be read: its message and hint. */
export function refusal(...given: Parameters<typeof read>): string {
  try {
    read(...given);
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.code === 'INPUT_INVALID')
      return `${thrown.message} ${thrown.details.hint}`;
    throw thrown;
  }
  throw new Error('It was read.');
}

/** The body as text of one character per octet. */
export function bodyOf({ request }: Capture): string {
  return Buffer.from(request.body).toString('latin1');
}

/** `code part header`, of each note. */
export function notesOf({ notes }: Capture): string[] {
  return notes.map(({ code, part, header }) =>
    [code, part, ...(header === undefined ? [] : [header])].join(' '),
  );
}
