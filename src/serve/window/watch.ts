import type { ExchangeRecord } from '../../bank/settings.ts';
import { type HttpRequest, normalizeTarget } from '../../message.ts';
import type { ServerRefusal } from '../../server/refusals.ts';
import type { PortHandler } from '../../server/serve.ts';
import type { OperatorListener } from '../listeners.ts';
import { PageAccess } from './access.ts';
import { SESSION_PATH, type Window, withWindow } from './endpoints.ts';
import { Journal } from './journal.ts';
import { createPageAnswer } from './page.ts';
import { EventStreams, type SetTimer, setProcessTimer } from './streams.ts';
import { Verifications } from './verifications.ts';

export interface WatchOptions {
  readonly basePath: string;
  /** Returns real time in milliseconds since 1970. */
  readonly clock: () => number;
  /** Returns monotonic milliseconds. */
  readonly stopwatch: () => number;
  /** Default: the timers of the process. */
  readonly setTimer?: SetTimer;
  /** The file of the dashboard's page. Default: there is no page. */
  readonly pageFile?: string | undefined;
  /** The file with the interface's CA. Default: none is named in commands. */
  readonly caFile?: string | undefined;
}

/** The operator's view of a served bank, in memory: its requests, its streams, and who may read them. @see D11-views */
export class Watch {
  readonly #options: WatchOptions;
  readonly #journal = new Journal();
  readonly #streams: EventStreams;
  readonly #access: PageAccess;
  readonly #verifications = new Verifications();

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#streams = new EventStreams(options.setTimer ?? setProcessTimer);
    this.#access = new PageAccess(options.stopwatch);
  }

  readonly onExchanged = (record: ExchangeRecord): void => {
    this.#streams.tell(this.#journal.add(record), record.changes);
  };

  readonly onRefused = (refusal: ServerRefusal): void => {
    this.#streams.tell(this.#journal.addRefusal(refusal, this.#options.clock()), []);
  };

  /** The number of open streams, which are no pending requests. */
  get streams(): number {
    return this.#streams.open;
  }

  /**
   * Builds the listener of the operator's port.
   * @param origin of the interface, for commands
   * @param seed applies the text of a seed file
   */
  buildOperatorListener(
    origin: string,
    seed: Window['seed'],
  ): Pick<OperatorListener, 'isPageToken' | 'isOpen' | 'answerPage'> & {
    readonly wrap: (handle: PortHandler) => PortHandler;
  } {
    const { basePath, clock, pageFile, caFile } = this.#options;
    const path = basePath + SESSION_PATH;
    const window = {
      ...{ journal: this.#journal, streams: this.#streams, access: this.#access },
      ...{ verifications: this.#verifications, clock, seed, caFile },
    };
    return {
      answerPage: pageFile === undefined ? undefined : createPageAnswer(`${basePath}/`, pageFile, clock),
      isPageToken: (shown) => this.#access.isToken(shown),
      isOpen: ({ method, target }: HttpRequest) => method === 'POST' && normalizeTarget(target) === path,
      wrap: (handle) => withWindow({ ...window, origin: () => origin }, basePath, handle),
    };
  }

  /** Ends the streams and reports, so that an open page doesn't delay the end of the bank. */
  async close(): Promise<void> {
    this.#streams.end();
    await this.#verifications.close();
  }
}
