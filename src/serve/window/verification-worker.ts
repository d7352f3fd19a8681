import { parentPort } from 'node:worker_threads';
import { type OutputStyle, PLAIN } from '../../cli/output-style.ts';
import { readSurroundings } from '../../cli/terminal.ts';
import type { HttpRequest } from '../../message.ts';
import { createSilentIo } from '../../session/context.ts';
import type { ShownVerification } from '../../signatures/report.ts';
import { verifyReceived } from '../../signatures/verify.ts';
import { createVerificationView } from '../../signatures/view.ts';

/** A request, and its time of arrival in milliseconds since 1970. */
export interface Received {
  readonly request: HttpRequest;
  readonly at: number;
}

/** The report about a request, as `verify --json` and `verify` print it. */
export interface Judged {
  readonly report: ShownVerification;
  readonly text: string;
}

/** No terminal, so no colours. */
const LOOK: OutputStyle = { isTerminal: false, width: 100, paint: PLAIN, hasBlocks: false };

/** Answers each message of the parent, in the thread of the reports. @see D11-verification */
async function judge({ request, at }: Received): Promise<Judged> {
  const context = { surroundings: readSurroundings(process), io: createSilentIo() };
  const report = await verifyReceived(context, request, at);
  const view = createVerificationView({ format: 'text', listsChecks: true });
  return { report, text: await view.text(report, LOOK) };
}

parentPort?.on('message', async (received: Received) => parentPort?.postMessage(await judge(received)));
