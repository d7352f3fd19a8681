import type { CommandIo } from '../session/context.ts';
import { unexpectedText } from './failure.ts';
import { harmless } from './foreign-text.ts';
import { widthOfTerminal, wrapSentences } from './layout.ts';
import { showsBlocks } from './look.ts';
import { Progress, progressBar } from './progress.ts';
import { askLine, askSecret, confirmed } from './prompts.ts';
import { endProgress, showProgress, writeNotice } from './streams.ts';
import { atTerminal } from './terminal.ts';
import { waitsForPsu, writeIsAnswered, writeIsUnsent, writeLeaves } from './under-way.ts';

interface IoOptions {
  /** Writes notices; progress isn't shown with --quiet or --json. */
  readonly isQuiet: boolean;
  readonly isJson: boolean;
  /** Tells whether a user can be asked. @see C-person */
  readonly hasUser: boolean;
}

/** Creates what a command speaks to and asks its user through: this process's stderr and terminal. */
export function createCommandIo({ isQuiet, isJson, hasUser }: IoOptions): CommandIo {
  const isTerminal = process.stderr.isTTY === true;
  const columns = widthOfTerminal(process.stderr.columns);
  const progress = isJson || isQuiet ? undefined : createProgress(isTerminal, columns);
  const hasBlocks = () => showsBlocks(process.env, process.platform);
  const explain = (about: string) => {
    for (const line of isTerminal ? wrapSentences(harmless(about), columns) : [about]) writeNotice(line);
  };
  return {
    notice: (text) => {
      if (!isQuiet) writeNotice(wrapNotice(harmless(text)));
    },
    always: (text) => writeNotice(harmless(text)),
    progress: {
      tell: (text) => progress?.tell(text),
      bar: isTerminal ? (share) => progressBar(share, hasBlocks()) : undefined,
      during: (what, work) => progress?.during(what, work) ?? work(),
    },
    reportUnexpected: (fault) => writeNotice(unexpectedText(fault)),
    writes: { leaves: writeLeaves, answered: writeIsAnswered, unsent: writeIsUnsent },
    setPendingSca: waitsForPsu,
    terminal: hasUser ? atTerminal(process.env) : undefined,
    askSecret: async (message) => (hasUser ? askSecret(message) : undefined),
    askLine: async (about, question) => {
      if (!hasUser) return undefined;
      explain(about);
      return askLine(question);
    },
    confirm: async (about, question) => {
      if (!hasUser) return false;
      explain(about);
      return confirmed(question);
    },
  };
}

/** Wraps a notice to the width of stderr, if it is a terminal. */
export function wrapNotice(text: string): string {
  const { isTTY, columns } = process.stderr;
  return isTTY === true ? wrapSentences(text, widthOfTerminal(columns)).join('\n') : text;
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
    show: (text) => showProgress(harmless(text)),
    clear: endProgress,
    writeLine: writeNotice,
  });
}
