import type { CommandIo } from '../session/context.ts';
import { formatUnexpected } from './failure.ts';
import { setPendingSca, writeIsAnswered, writeIsUnsent, writeLeaves } from './in-flight-writes.ts';
import { getTerminalWidth, wrapSentences } from './layout.ts';
import { hasBlockCharacters } from './output-style.ts';
import { drawProgressBar, Progress } from './progress.ts';
import { askConfirmation, askLine, askSecret } from './prompts.ts';
import { sanitizeForTerminal } from './sanitize.ts';
import { endProgress, showProgress, writeNotice } from './streams.ts';
import { createTerminalIo } from './terminal.ts';

interface IoOptions {
  /** True if notices are suppressed; progress is also suppressed with --json. */
  readonly isQuiet: boolean;
  readonly isJson: boolean;
  /** True if the user can be prompted. @see C-person */
  readonly hasUser: boolean;
}

/** Creates a command's IO on this process's stderr and terminal. */
export function createCommandIo({ isQuiet, isJson, hasUser }: IoOptions): CommandIo {
  const isTerminal = process.stderr.isTTY === true;
  const columns = getTerminalWidth(process.stderr.columns);
  const progress = isJson || isQuiet ? undefined : createProgress(isTerminal, columns);
  const hasBlocks = () => hasBlockCharacters(process.env, process.platform);
  const explain = (about: string) => {
    for (const line of isTerminal ? wrapSentences(sanitizeForTerminal(about), columns) : [about])
      writeNotice(line);
  };
  return {
    notice: (text) => {
      if (!isQuiet) writeNotice(wrapNotice(sanitizeForTerminal(text)));
    },
    always: (text) => writeNotice(sanitizeForTerminal(text)),
    progress: {
      tell: (text) => progress?.report(text),
      bar: isTerminal ? (share) => drawProgressBar(share, hasBlocks()) : undefined,
      during: (what, work) => progress?.during(what, work) ?? work(),
    },
    reportUnexpected: (fault) => writeNotice(formatUnexpected(fault)),
    writes: { leaves: writeLeaves, answered: writeIsAnswered, unsent: writeIsUnsent },
    setPendingSca: setPendingSca,
    terminal: hasUser ? createTerminalIo(process.env) : undefined,
    askSecret: async (message) => (hasUser ? askSecret(message) : undefined),
    askLine: async (about, question) => {
      if (!hasUser) return undefined;
      explain(about);
      return askLine(question);
    },
    confirm: async (about, question) => {
      if (!hasUser) return false;
      explain(about);
      return askConfirmation(question);
    },
  };
}

/** Wraps a notice to the width of stderr, if it is a terminal. */
export function wrapNotice(text: string): string {
  const { isTTY, columns } = process.stderr;
  return isTTY === true ? wrapSentences(text, getTerminalWidth(columns)).join('\n') : text;
}

function createProgress(isTerminal: boolean, columns: number): Progress {
  return new Progress({
    isTerminal,
    columns,
    stopwatch: () => performance.now(),
    every: (milliseconds, act) => {
      const timer = setInterval(act, milliseconds).unref();
      return () => clearInterval(timer);
    },
    show: (text) => showProgress(sanitizeForTerminal(text)),
    clear: endProgress,
    writeLine: writeNotice,
  });
}
