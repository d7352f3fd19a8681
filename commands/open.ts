import { join } from 'node:path';
import { createSentence, defineCommand } from '../src/cli/command.ts';
import { replaceFile } from '../src/core/write-file.ts';

/** A page that was opened. */
interface OpenedPage {
  /** The address of the page. */
  readonly url: string;
  /** The file that leads to it. */
  readonly file: string;
  readonly isOpened: boolean;
}

/** @see C-open */
export default defineCommand(
  {
    summary: "Open a served bank's dashboard in the browser.",
    description:
      "Needs a bank that psd2 serve serves, with its operator. Writes a file that only you can read, and opens it: it leads to the page with a code for one use within 60 seconds, so that the code is in no process's arguments. Without a terminal, or with BROWSER=none, only prints the file's name.",
    examples: { 'The bank of the profile in use': 'open' },
    presentation: createSentence<OpenedPage>(
      ({ url, file, isOpened }) =>
        isOpened
          ? `Opened ${url} in your browser. If you don't see it, open this file within a minute: ${file}`
          : `Open this file in a browser within a minute: ${file}`,
      ({ file }) => [file],
    ),
  },
  async ({ context }, { flags: { profile } }) => {
    const { withOperator } = await import('../src/serve/operator-client.ts');
    return withOperator(context, profile, async ({ url, folder, post }) => {
      const { code } = (await post('/operator/codes')) as { readonly code: string };
      const page = `${url}/`;
      const file = join(folder, 'open.html');
      replaceFile(file, buildRedirect(`${page}#code=${code}`));
      const { openPage } = context.io.terminal ?? {};
      await openPage?.(file);
      return { url: page, file, isOpened: openPage !== undefined };
    });
  },
);

/** Builds a page that leads to another and leaves no trace in the browser's history. */
function buildRedirect(target: string): string {
  const script = `location.replace(${JSON.stringify(target).replaceAll('<', '\\u003c')})`;
  return `<!doctype html>\n<meta charset="utf-8">\n<meta name="referrer" content="no-referrer">\n<title>psd2</title>\n<script>${script}</script>\n`;
}
