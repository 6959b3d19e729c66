import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { shellAnswer } from './shell-policy.ts';

const HERE = 'http://127.0.0.1:5335';
const asked = (path: string, { method = 'GET', mode = 'cors', at = HERE } = {}): string => shellAnswer({ method, mode, url: `${at}${path}` }, HERE);

describe('what is kept of the page on a device', () => {
  it('is the page and the files that it is made of, and never an answer of the server', verifies('KEL-WEB-42', 'KEL-WEB-49'), () => {
    expect([asked('/', { mode: 'navigate' }), asked('/runs/run_1', { mode: 'navigate' }), asked('/assets/index-a1b2.js'), asked('/manifest.webmanifest'), asked('/keelson.svg')]).toEqual(['page', 'page', 'kept_file', 'page', 'page']);
    for (const path of ['/v1/queries/run.list', '/v1/events?after=0', '/v1/openapi.json', '/healthz', '/mcp', '/sw.js']) expect([path, asked(path)]).toEqual([path, 'server']);
    expect([asked('/assets/index-a1b2.js', { method: 'POST' }), asked('/assets/a.js', { at: 'https://elsewhere.example' }), asked('/?token=secret', { mode: 'navigate' }), asked('/v1/events', { mode: 'navigate' }), asked('/healthz', { mode: 'navigate' })]).toEqual(['server', 'server', 'server', 'server', 'server']);
  });
});
