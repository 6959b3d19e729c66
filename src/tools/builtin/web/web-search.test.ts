import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { loopbackInternet } from '../../../../test/support/loopback-internet.ts';
import { toolRig } from '../../../../test/support/tool-rig.ts';
import { guardedFetch } from '../../network/guarded-fetch.ts';
import { unwrapped } from './duckduckgo.ts';
import { webSearchTool, type WebSearchOptions } from './web-search.ts';

/**
 * A stand-in for the search services, written by us after the form of their answers. The real ones are never asked in
 * tests: what is shown here is that the form is read rightly, not that they still use it.
 */
async function standIn(answer: { status?: number; body: string; type?: string }, options: WebSearchOptions = {}) {
  const address = '93.184.216.34';
  const internet = loopbackInternet({ 'search.example': [[address]] });
  const seen: { url: string | undefined; key: unknown }[] = [];
  await internet.serve(address, (request, response) => {
    seen.push({ url: request.url, key: request.headers['x-goog-api-key'] });
    response.writeHead(answer.status ?? 200, { 'Content-Type': answer.type ?? 'text/html; charset=UTF-8' });
    response.end(answer.body);
  });
  const rig = await toolRig({ fetch: (request) => guardedFetch(request, internet.ports) });
  const tool = webSearchTool({ ...options, endpoints: { duckduckgo: 'http://search.example/html/', google: 'http://search.example/v1' } });
  return { rig, tool, seen };
}

const result = (href: string, title: string, snippet: string, extra = ''): string =>
  `<div class="result results_links web-result ${extra}"><div class="links_main result__body"><h2 class="result__title"><a rel="nofollow" class="result__a" href="${href}">${title}</a></h2><a class="result__url" href="${href}">shop.example</a><a class="result__snippet" href="${href}">${snippet}</a></div></div>`;
const page = (inner: string): string => `<!DOCTYPE html><html><body><form id="search_form"></form><div id="links" class="results">${inner}</div></body></html>`;
const google = { key: 'AIza-not-a-real-key', engineId: 'engine1' };

describe('web_search by DuckDuckGo', () => {
  it('gives titles, real addresses and snippets, without advertisements', verifies('KEL-DTOOL-07', 'ART-R3-11'), async () => {
    const body = page(
      [
        result('https://duckduckgo.com/y.js?ad_domain=ads.example', 'Buy tea', 'now', 'result--ad'),
        result('//duckduckgo.com/l/?uddg=https%3A%2F%2Fshop.example%2Ftea%3Fa%3D1&amp;rut=abc', 'Green <b>tea</b> &amp; more', 'All about\n <b>tea</b>.'),
        result('https://direct.example/', 'Direct', ''),
        result('javascript:alert(1)', 'Bad', ''),
      ].join('\n'),
    );
    const { rig, tool, seen } = await standIn({ body });
    const output = await rig.call(tool, { query: 'green tea & more' });
    expect(output).toEqual({
      service: 'duckduckgo',
      query: 'green tea & more',
      results: [
        { title: 'Green tea & more', url: 'https://shop.example/tea?a=1', snippet: 'All about tea.' },
        { title: 'Direct', url: 'https://direct.example/', snippet: '' },
      ],
    });
    expect(seen).toEqual([{ url: '/html/?q=green+tea+%26+more', key: undefined }]);
    expect(tool.show(output)).toBe('1. Green tea & more\n   https://shop.example/tea?a=1\n   All about tea.\n2. Direct\n   https://direct.example/');
    expect(await rig.call(tool, { query: 'tea', count: 1 })).toMatchObject({ results: [{ title: 'Green tea & more' }] });
  });

  it('says that nothing was found only when the service says so', verifies('KEL-DTOOL-07'), async () => {
    const { rig, tool } = await standIn({ body: page('<div class="no-results">No results.</div>') });
    const output = await rig.call(tool, { query: 'qwzx' });
    expect([output.results, tool.show(output)]).toEqual([[], 'duckduckgo found nothing for "qwzx".']);
  });

  it.each([
    ['a page that asks for proof of being a person', { status: 202, body: page('<div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div>') }, 'DuckDuckGo holds back its results (status 202): it takes these searches for those of a machine.'],
    ['too many requests', { status: 429, body: '' }, 'DuckDuckGo holds back its results (status 429): it takes these searches for those of a machine.'],
    ['a refusal', { status: 403, body: '' }, 'DuckDuckGo holds back its results (status 403): it takes these searches for those of a machine.'],
    ['a choice of pages', { status: 300, body: page(result('https://a.example/', 'a', 'b')) }, 'DuckDuckGo answered with status 300.'],
    ['a page of another form', { body: page('<article>Tea</article>') }, 'DuckDuckGo sent a page that holds neither results nor the words that there are none; its form may have changed.'],
    ['results without a usable address', { body: page(result('', 'a', 'b')) }, 'DuckDuckGo sent a page that holds neither results nor the words that there are none; its form may have changed.'],
    ['a page nested deeper than any', { body: '<a>'.repeat(600_000) }, 'DuckDuckGo sent a page that holds neither results nor the words that there are none; its form may have changed.'],
    ['an error', { status: 503, body: 'down' }, 'DuckDuckGo answered with status 503.'],
  ])('fails clearly on %s, never with an empty success', verifies('KEL-DTOOL-07'), async (_, answer, message) => {
    const { rig, tool } = await standIn(answer);
    expect(await rig.failure(tool, { query: 'tea' })).toMatchObject({ code: 'tool.failed', message });
  });

  it('unwraps only the counter of DuckDuckGo itself', () => {
    const links = ['//duckduckgo.com/l/?uddg=https%3A%2F%2Fa.example%2F', '/l/?uddg=https%3A%2F%2Fa.example%2F', 'https://notduckduckgo.com/l/?uddg=https%3A%2F%2Fa.example%2F', '//duckduckgo.com/l/', 'http://['];
    expect(links.map(unwrapped)).toEqual(['https://a.example/', 'https://a.example/', 'https://notduckduckgo.com/l/?uddg=https%3A%2F%2Fa.example%2F', '', '']);
  });
});

describe('web_search', () => {
  it('asks DuckDuckGo unless a key is set, each at its own address', verifies('ART-R3-11'), () => {
    const place = { workspace: '/w', home: '/h', platform: 'linux', ownState: [] };
    const asked = [webSearchTool(), webSearchTool({ google })].map((tool) => tool.intentions({ query: 'tea', count: 3 }, place));
    expect(asked).toEqual([
      [{ kind: 'url', url: 'https://html.duckduckgo.com/html/?q=tea', method: 'GET' }],
      [{ kind: 'url', url: 'https://customsearch.googleapis.com/customsearch/v1?cx=engine1&q=tea&num=3', method: 'GET' }],
    ]);
  });
});

describe('web_search by Google', () => {
  it('is used when a key is set; the key travels in a header and is in no address', verifies('KEL-DTOOL-07', 'ART-R3-11'), async () => {
    const body = JSON.stringify({ queries: {}, items: [{ title: 'Tea', link: 'https://tea.example/', snippet: 'Hot\nwater' }, { link: 'ftp://x.example/' }] });
    const { rig, tool, seen } = await standIn({ body, type: 'application/json' }, { google });
    const output = await rig.call(tool, { query: 'tea', count: 3 });
    expect(output).toEqual({ service: 'google', query: 'tea', results: [{ title: 'Tea', url: 'https://tea.example/', snippet: 'Hot water' }] });
    expect(seen).toEqual([{ url: '/v1?cx=engine1&q=tea&num=3', key: google.key }]);
    expect(JSON.stringify([tool.intentions({ query: 'tea', count: 3 }, rig.hands.place), tool.definition, output])).not.toContain(google.key);
  });

  it.each([
    [{ status: 403, body: `{"error":{"message":"bad key ${google.key}"}}` }, 'Google refused the search with status 403: the key or the engine is not valid, or its quota is used up.'],
    [{ status: 400, body: '{}' }, 'Google refused the search with status 400: the key or the engine is not valid, or its quota is used up.'],
    [{ status: 401, body: '{}' }, 'Google refused the search with status 401: the key or the engine is not valid, or its quota is used up.'],
    [{ status: 429, body: '{}' }, 'Google holds back its results (status 429): it takes these searches for those of a machine.'],
    [{ status: 500, body: google.key }, 'Google answered with status 500.'],
    [{ body: '<html>' }, 'Google sent an answer of another form than expected.'],
    [{ body: '{}' }, 'Google sent an answer of another form than expected.'],
  ])('fails clearly on %j and repeats nothing of it', verifies('KEL-DTOOL-07'), async (answer, message) => {
    const { rig, tool } = await standIn(answer, { google });
    const failure = await rig.failure(tool, { query: 'tea' });
    expect(failure).toMatchObject({ code: 'tool.failed', message });
    expect(JSON.stringify(failure)).not.toContain(google.key);
  });

  it('finds nothing when the service says so', verifies('KEL-DTOOL-07'), async () => {
    for (const body of ['{"searchInformation":{"totalResults":"0"}}', '{"queries":{}}']) {
      const { rig, tool } = await standIn({ body }, { google });
      expect(await rig.call(tool, { query: 'qwzx' })).toEqual({ service: 'google', query: 'qwzx', results: [] });
    }
    const { rig, tool } = await standIn({ body: '{"items":[{"link":"https://a.example/"}]}' }, { google });
    expect((await rig.call(tool, { query: 'a' })).results).toEqual([{ title: '', url: 'https://a.example/', snippet: '' }]);
  });
});
