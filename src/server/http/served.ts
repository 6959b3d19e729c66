import type { ServerResponse } from 'node:http';
import type { Admitted } from '../guard/admission.ts';

/** What every handler of the app knows of a request. */
export interface Served extends Admitted {
  Bindings: { outgoing: ServerResponse };
}
