import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { Rule, SeenFile, WholeWork } from '../objections/whole-work.ts';
import { attributesEverywhere } from './attributes-everywhere.ts';
import { deadLinks } from './dead-links.ts';
import { leftUnmasked } from './left-unmasked.ts';
import { foldersReadThrough } from './read-through.ts';

const there = (path: string, text = 'x\n'): SeenFile => ({ path, isThere: true, hasChanged: false, before: text, now: text });
const left = (path: string, now: string, before: string | null = null): SeenFile => ({ path, isThere: true, hasChanged: true, before, now });
const by = (rule: Rule, work: Partial<WholeWork>): string[] => rule({ asked: 'Do it.', criteria: [], outputs: [], unsure: [], calls: [], files: [], ...work }).map(({ why }) => why);

describe('what was to be masked wherever it stands', () => {
  const asked = 'Mask every network address at the beginning of a line in access.log by an x.';
  const log = (now: string, before = '192.0.2.7 GET /\n2001:db8::17 GET /map\n10.0.0.1:80 GET /\nfrom 10.9.9.9\n'): SeenFile => left('access.log', now, before);

  it('is masked in every form that it has', verifies('KEL-LIE-170'), () => {
    expect(by(leftUnmasked, { asked, files: [log('x GET /\n2001:db8::17 GET /map\n')] })).toEqual(['A network address was to be masked wherever it stands in access.log, and 2001:db8::17 still does.']);
    expect(by(leftUnmasked, { asked, files: [log('x GET /\n10.0.0.1:80 GET /\n')] })).toHaveLength(1);
    expect(by(leftUnmasked, { asked: 'Remove all IPs from hosts.txt.', files: [left('hosts.txt', 'a (10.9.9.9/24)\n', 'a (10.9.9.9/24) 10.1.1.1\n')] })).toHaveLength(1);
    expect(by(leftUnmasked, { asked: 'Redact the e-mail addresses in list.txt.', files: [left('list.txt', 'Ann.Lee+news@sub.example.org, x', 'Ann.Lee+news@sub.example.org, b@c.de')] })).toEqual(['An e-mail address was to be masked wherever it stands in list.txt, and Ann.Lee+news@sub.example.org still does.']);
  });

  it('is left where something else is meant, was allowed, was told, or was not there', verifies('KEL-LIE-170'), () => {
    expect(by(leftUnmasked, { asked, files: [log('x GET /\nx GET /map\nx GET /\nfrom 10.9.9.9\n')] })).toEqual([]);
    expect(by(leftUnmasked, { asked: `${asked} Yes, except ours.`, files: [log('x GET 12:30:05 std::vector a::b\n')] })).toEqual([]);
    expect(by(leftUnmasked, { asked: 'Mask every network address in access.log except 10.9.9.9.', files: [log('from 10.9.9.9\n')] })).toEqual([]);
    expect(by(leftUnmasked, { asked: 'Mask all network addresses in access.log.', outputs: ['10.9.9.9 is a version and stays.'], files: [log('from 10.9.9.9\n')] })).toEqual([]);
    expect(by(leftUnmasked, { asked: 'Mask all network addresses in access.log.', files: [log('192.0.2.0 GET /\n')] })).toEqual([]);
    expect(by(leftUnmasked, { asked: 'Mask the network address in access.log.', files: [log('from 10.9.9.9\n')] })).toEqual([]);
    expect(by(leftUnmasked, { asked: 'Are all network addresses in access.log to be masked?', files: [log('from 10.9.9.9\n')] })).toEqual([]);
    expect(by(leftUnmasked, { asked: 'Mask all network addresses in access.log.', files: [left('notes.md', 'from 10.9.9.9\n', 'from 10.9.9.9\n')] })).toEqual([]);
    expect(by(leftUnmasked, { asked: 'Remove all e-mail addresses of people from list.txt.', files: [left('list.txt', 'b@c.de', 'b@c.de, d@e.fr')] })).toEqual([]);
    expect(by(leftUnmasked, { asked: 'Sort all IPs in access.log.', files: [log('from 10.9.9.9\n')] })).toEqual([]);
  });
});

describe('an attribute that was to be everywhere', () => {
  const asked = 'Every picture in site gets the attribute alt="" however its tag is spelled.';
  const index = left('site/index.html', '<img alt="" src="a.png">', '<img src="a.png">');

  it('is there in every tag of the kind that got it', verifies('KEL-LIE-171'), () => {
    expect(by(attributesEverywhere, { asked, files: [index, left('site/map.html', '<p>\n<IMG src="b.png">\n<img alt="" src="c.png">', '<p>\n<IMG src="b.png">\n<img src="c.png">')] })).toEqual(['alt was to be everywhere, and line 2 of site/map.html has a <IMG> without it.']);
    expect(by(attributesEverywhere, { asked, files: [index, there('site/b.html', '<img\n  src="b.png"/>')] })).toHaveLength(1);
    expect(by(attributesEverywhere, { asked: 'All links of site get the attribute rel.', files: [left('site/a.htm', '<a rel="x" href="y">y</a>\n<!-- one\n<a> -->\n<a href="alt">z</a>', '<a href="y">y</a>\n<!-- one\n<a> -->\n<a href="alt">z</a>')] })).toEqual(['rel was to be everywhere, and line 4 of site/a.htm has a <a> without it.']);
  });

  it('may be missing from other tags, comments, exceptions and pages of other kinds', verifies('KEL-LIE-171'), () => {
    expect(by(attributesEverywhere, { asked, files: [index, there('site/b.html', '<p>no</p><imgs></imgs><!-- <img> --><img src=x alt><img title="a > b" alt="">')] })).toEqual([]);
    expect(by(attributesEverywhere, { asked, files: [index, there('site/b.md', '<img src="x">')] })).toEqual([]);
    expect(by(attributesEverywhere, { asked: 'Every picture except the logo gets the attribute alt.', files: [index, there('site/b.html', '<img>')] })).toEqual([]);
    expect(by(attributesEverywhere, { asked: 'The first picture gets the attribute alt.', files: [index, there('site/b.html', '<img>')] })).toEqual([]);
    expect(by(attributesEverywhere, { asked, files: [left('site/index.html', '<p>new</p><img src="a">', '<img src="a">')] })).toEqual([]);
  });
});

describe('links that are asked about', () => {
  const asked = 'Does every link in docs lead to a file that is there? Write what you find to links.md.';
  const listed = ['docs/index.md', 'docs/install.md', 'docs/img/pier.png'];
  const files = [there('docs/index.md', '[install](install.md#first "Install") ![pier](img/pier.png) [web](https://x.test/a.md) [top](#top) `[no](no.md)` [up](../README.md) [dir](img/)'), there('docs/install.md', 'Then the [settings](settings.md).\n```\n[x](x.md)\n```\n')];
  const told = (...outputs: readonly string[]): number => by(deadLinks, { asked, listed, files, outputs }).length;

  it('are told where they lead nowhere, or lead somewhere in the end', verifies('KEL-LIE-172'), () => {
    expect(by(deadLinks, { asked, listed, files, outputs: ['I followed all links. Each leads to a file that exists.'] })).toEqual(['docs/install.md links to docs/settings.md, which is not there, and nothing that was handed over says so.']);
    expect(told('Four links: install.md, pier.png, settings.md. All lead to a file.')).toBe(1);
    expect(told('Of install.md and settings.md no broken link was found.')).toBe(1);
    expect(by(deadLinks, { asked: 'Mend the broken links of README.md.', listed: ['README.md', 'a.md'], files: [left('README.md', '<a href="b.html">b</a> [a](./a.md)', 'x')], outputs: ['Mended.'] })).toHaveLength(1);
  });

  it('are told in a sentence, a list or a table', verifies('KEL-LIE-172'), () => {
    expect([told('docs/install.md links to settings.md, which is not there.'), told('One is dead: settings.md.'), told('Found:\n- settings.md\n  MISSING')]).toEqual([0, 0, 0]);
    expect(by(deadLinks, { asked, listed, files: [...files, left('links.md', '| settings.md | missing |\n')], outputs: ['It is in links.md.'] })).toEqual([]);
    expect(by(deadLinks, { asked, listed: [...listed, 'docs/settings.md'], files })).toEqual([]);
  });

  it('are looked at only where all that could be there is known, and only where they are asked about', verifies('KEL-LIE-172'), () => {
    expect(by(deadLinks, { asked, listed: Array.from({ length: 200 }, (_, at) => `docs/${at}.md`), files })).toEqual([]);
    expect(by(deadLinks, { asked: 'Count the links in docs.', listed, files })).toEqual([]);
    expect(by(deadLinks, { asked: 'Fix the words of the link in docs/index.md.', listed, files })).toEqual([]);
    expect(by(deadLinks, { asked: 'Are there dead links in docs/index.md?', listed, files })).toEqual([]);
    expect(by(deadLinks, { asked, listed, files: [there('docs/a.md', '[install](install.html)')] })).toEqual([]);
    expect(by(deadLinks, { asked, listed, files: [there('docs/a.txt', '[x](y.md)'), there('site/a.md', '[x](y.md)')] })).toEqual([]);
    expect([foldersReadThrough(asked), foldersReadThrough('Mend the broken links of README.md.'), foldersReadThrough('Check all links in the docs/old/ folder.'), foldersReadThrough('Every picture in site gets the attribute alt.'), foldersReadThrough('Read all of docs.')]).toEqual([['docs'], ['.'], ['docs/old'], ['site'], []]);
  });
});
