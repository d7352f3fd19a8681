import type { Ready } from '../../app/serve/start.ts';
import type { Presentation } from '../presentation.ts';

export type ShownServing = Ready;

/** Where a served bank is, a line for each thing that somebody may need of it. */
export const shownServing: Presentation<Ready> = {
  text: ({ url, siteUrl, caFile, operatorUrl, operatorTokenFile }) =>
    [
      `Listening on ${url}`,
      ...(siteUrl === url ? [] : [`The PSU's site: ${siteUrl}`]),
      ...(caFile === undefined ? [] : [`The CA to trust: ${caFile}`]),
      ...(operatorUrl === undefined
        ? []
        : [`The operator: ${operatorUrl}`, `Its token: ${operatorTokenFile}`]),
    ].join('\n'),
};
