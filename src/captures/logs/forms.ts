import type { Form } from '../form.ts';
import { hasApacheLog, readApacheLog } from './apache-wire.ts';
import { hasAxios, readAxios } from './axios.ts';
import { hasFeignLog, hasOkHttpLog, readOkHttpLog } from './okhttp.ts';
import { hasPythonLog, readPythonLog } from './python.ts';

/** Logs of HTTP clients, with other lines before and after. @see C-verify-logs */
export const LOG_FORMS: readonly Form[] = [
  {
    format: 'feign',
    holdsSeveral: true,
    looksLike: ({ octets }) => hasFeignLog(octets),
    read: ({ octets }, { request }) => readOkHttpLog(octets, request, 'feign'),
  },
  {
    format: 'okhttp',
    holdsSeveral: true,
    looksLike: ({ octets }) => hasOkHttpLog(octets),
    read: ({ octets }, { request }) => readOkHttpLog(octets, request),
  },
  {
    format: 'apache',
    holdsSeveral: true,
    looksLike: ({ octets }) => hasApacheLog(octets),
    read: ({ octets }, { request }) => readApacheLog(octets, request),
  },
  {
    format: 'python',
    holdsSeveral: true,
    looksLike: ({ octets }) => hasPythonLog(octets),
    read: ({ octets }, { request }) => readPythonLog(octets, request),
  },
];

/** Of JSON and of what looks like it, so it is told before JSON. @see C-verify-axios */
export const AXIOS_FORM: Form = {
  format: 'axios',
  holdsSeveral: false,
  looksLike: hasAxios,
  read: (given) => readAxios(given),
};
