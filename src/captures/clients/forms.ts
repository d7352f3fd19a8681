import type { Form } from '../form.ts';
import { isInsomnia, isInsomniaYaml, readInsomnia, refuseInsomniaYaml } from './insomnia.ts';
import { isPostman, readPostman } from './postman.ts';

/** What programs that send requests export. @see C-verify-postman, C-verify-insomnia */
export const CLIENT_FORMS: readonly Form[] = [
  {
    format: 'postman',
    holdsSeveral: true,
    looksLike: (given) => given.isJson && isPostman(given.json()),
    read: (given, options) => readPostman(given.json(), options),
  },
  {
    format: 'insomnia',
    holdsSeveral: true,
    looksLike: (given) => isInsomniaYaml(given.text) || (given.isJson && isInsomnia(given.json())),
    read: (given, options) =>
      isInsomniaYaml(given.text) ? refuseInsomniaYaml() : readInsomnia(given.json(), options),
  },
];
